/** What the build generates for the tree of restcountries. */

export interface Extra {
  idd?: { root: string; suffixes: string[] };
  car?: { side: string };
  postalCode?: { format?: string; regex?: string };
  startOfWeek?: string;
  /** Year of the Gini index in the record. */
  giniYear?: number;
  /** Translations beside those of the record. */
  translations?: Record<string, { official: string; common: string }>;
}

/** `digest` changes with whatever else is here. */
export const restcountriesData: {
  mode: 'lenient' | 'strict';
  digest: string;
  /** By record number. */
  extras: Extra[];
};
