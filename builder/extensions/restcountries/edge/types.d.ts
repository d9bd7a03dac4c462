/** A record in the shape of v3.1: every field is present, and empty if unknown. */
export interface Country {
  name: { common: string; official: string; nativeName: Record<string, { official: string; common: string }> };
  cca2: string;
  ccn3: string;
  cca3: string;
  cioc: string;
  independent: boolean;
  currencies: Record<string, { name: string; symbol?: string }>;
  capital: string[];
  altSpellings: string[];
  region: string;
  subregion: string;
  languages: Record<string, string>;
  translations: Record<string, { official: string; common: string }>;
  demonyms: Record<string, { f: string; m: string }>;
  [field: string]: unknown;
}

/** A record in the shape of v3.1, and its encoded fields. */
export interface Entry {
  country: Country;
  /** The encoded fields by name, each as `"name":value`. */
  texts: Map<string, string>;
  /** Names of the fields that are not empty. */
  filled: string[];
}
