/** The module that a build generates for the restcountries routes. */

export interface Extra {
  idd?: { root: string; suffixes: string[] };
  car?: { side: string };
  postalCode?: { format?: string; regex?: string };
  startOfWeek?: string;
  /** Names of the record that are also listed as spellings. */
  altSpellings?: string[];
  /** Year of the Gini index in the record. */
  giniYear?: number;
  /** Translations in addition to those of the record. */
  translations?: Record<string, { official: string; common: string }>;
}

/** The generated values. `digest` is a hash of the mode, the extras and the code that reads them. */
export const restcountriesData: {
  mode: 'lenient' | 'strict';
  digest: string;
  /** The additional fields by record number. */
  extras: Extra[];
};
