/** What an adapter hands to the core. Path and query are raw: still percent-encoded, bytes above 0x7F included. */
export interface Request {
  method: string;
  path: string;
  /** What stands behind the `?`, without it. */
  query: string;
  /** Value of If-None-Match, or nothing. */
  ifNoneMatch: string;
  /** Alpha-2 code of the caller's country as the host reports it, or nothing. */
  country: string;
  /** 32 lower-case hexadecimal digits from a cryptographic source of chance, new for each request. */
  entropy: string;
}

export type Header = [name: string, value: string];

interface Head {
  status: number;
  headers: Header[];
}

/** A file below `public/`, to be passed on untouched. */
export interface FileResult extends Head {
  file: string;
}

/** Whole records, to be joined as bytes: an array of all, or the bare object of the only one. */
export interface RecordsResult extends Head {
  records: number[];
  form: Form;
}

/** A text; empty where the status allows no body. */
export interface BodyResult extends Head {
  body: string;
}

export type Result = FileResult | RecordsResult | BodyResult;
export type Payload = { file: string } | { records: number[]; form: Form } | { body: string };
export type Form = 'array' | 'object';

export type Kind =
  | 'list'
  | 'random'
  | 'current'
  | 'codes'
  | 'search'
  | 'match'
  | 'independent'
  | 'rank'
  | 'catalog'
  | 'file'
  | 'flag';

export interface Route {
  path: string;
  kind: Kind;
  /** Keys of `Manifest.params`, in the order of Link targets. */
  params: string[];
  /** Index that a `match` looks in, or names that a `search` looks in. */
  index?: string;
  /** Whether a `match` takes codes alone, which are not folded. */
  exact?: boolean;
  /** Greatest page size that is answered, where it is below the greatest that is accepted. */
  clamp?: number;
  /** Greatest number of codes. */
  max?: number;
  catalog?: string;
  flag?: 'svg' | 'png';
  /** Whether its answers without a query are files at their own addresses. */
  static?: boolean;
}

export interface Param {
  name: string;
  type: 'integer' | 'boolean' | 'enum' | 'page' | 'seed' | 'fields';
  minimum?: number;
  maximum?: number;
  default?: number | boolean | string;
  enum?: string[];
}

export interface Bounds {
  digits: number;
  fieldPaths: number;
  fieldDepth: number;
  /** Bytes of a request target. */
  target: number;
  /** Bytes of a Link header. */
  links: number;
  seed: string;
}

export interface Listing {
  /** The folder of its page files; empty where it has none. */
  name: string;
  /** Record numbers; null for all. */
  members: number[] | null;
  /** Greatest size of its pages, where it is below the greatest there is. */
  ceiling?: number;
}

export interface Catalog {
  total: number;
  /** Encoded items. */
  items: string[];
  digest: string;
}

export interface Asset {
  file: string;
  type: string;
  cache: CacheName;
  digest: string;
  headers?: Header[];
}

export type CacheName = 'ok' | 'error' | 'none' | 'private' | 'image';

/**
 * Folded names of a record: common ones and others, which are searched; codes and the like, which only match as a
 * whole; and translated ones, which also do and come last.
 */
export type Names = [common: string[], others: string[], wholes: string[], translated: string[]];

/** Which windows have an address, by size and start, and what of them and of the answers is a file. */
export interface Policy {
  limits: number[];
  catalogLimits: number[];
  offsets: 'aligned' | 'every';
  /** Whether windows and answers without a query are files, only the latter, or neither. */
  files: 'windows' | 'answers' | 'none';
}

export interface Manifest {
  revision: string;
  /** 32 hexadecimal digits that name the code which makes the answers. */
  code: string;
  schemaVersion: number;
  routes: Route[];
  params: Record<string, Param>;
  bounds: Bounds;
  policy: Policy;
  headers: { common: Header[]; options: Header[]; cache: Record<CacheName, string>; types: Record<string, string> };
  /** Lower-case codes by record number, which is dataset order. */
  cca2: string[];
  /** 16 hexadecimal digits by record number. */
  digests: string[];
  /** Record number of every code in every form, lower case. */
  codes: Record<string, number>;
  listings: Listing[];
  /** Listing number by index and by folded key without spaces. */
  indexes: Record<string, Record<string, number>>;
  /** Keys by index that lead to the answer of another one and have no file: usual other names, and parts of names. */
  aliases: Record<string, string[]>;
  /** Keys of the indexes that have few, as they are written. */
  known: Record<string, string[]>;
  metrics: Record<string, { definition: string }>;
  names: Names[];
  capitals: Names[];
  catalogs: Record<string, Catalog>;
  assets: Record<string, Asset>;
  flags: { svg: string; png: string };
  fallback: string;
  /** A request header that carries the caller's country, for hosts whose own is unknown; read by adapters alone. */
  countryHeader: string;
}

/** Encoded fields of each record in answer order, such as `"cca2":"DE"`. */
export type Records = string[][];

export interface Pattern {
  route: Route;
  /** Null where the path has a parameter, which may have a literal ending. */
  segments: (string | null)[];
  ending: string;
}

export interface Haystack {
  /** All names without spaces, each between line feeds. */
  text: string;
  /** Record number by position. */
  owner: Uint16Array;
  /** By position: where its word ends, so that a word starts where this changes. */
  wordEnd: Uint32Array;
  /** Position after the last common name of each record, which stand first. */
  commonEnd: Uint32Array;
  /** Position after the last name of each record. */
  end: Uint32Array;
  /** Records by names that only match as a whole. */
  wholes: Map<string, number[]>;
  /** Records by translated names. */
  translated: Map<string, number[]>;
}

/** An encoded object or array, taken apart. */
export interface Parts {
  isArray: boolean;
  /** Encoded members: `"name":value` of an object, the elements of an array. */
  texts: string[];
  /** Names of an object's members. */
  names: string[];
  /** Where a member's value starts in its text. */
  starts: number[];
  /** Members that were taken apart in their turn; null for one that is neither object nor array. */
  inner: (Parts | null | undefined)[];
}

export interface Site {
  manifest: Manifest;
  records: Records;
  patterns: Map<number, Pattern[]>;
  /** By index, once a search has asked for it. */
  haystacks: Record<string, Haystack>;
  /** Records as UTF-8, those that an answer has held. */
  encoded: Uint8Array[];
  /** Records that a projection has taken apart; as many as there are records at most. */
  parts: Parts[];
  /** Two words by record: its digest. */
  digests: Int32Array;
  /** Four words from the manifest's `code`: the key of the entity tags. */
  tagKey: Int32Array;
  /** Record numbers in the order of their codes. */
  byCode: number[];
  /** Two words by place in `byCode`: the code in upper case, as a message of SipHash. */
  codeWords: Int32Array;
  everyone: number[];
  /** Listings by folder, and whole names by index, once they have been needed. */
  folders?: Record<string, Listing>;
  wholeNames: Record<string, Set<string>>;
}

/** A set of dot paths: by name, true for all of a field or the paths below it. */
export interface Tree extends Map<string, true | Tree> {}

export interface Fields {
  tree: Tree;
  /** Sorted, each once, without those that another covers. */
  paths: string[];
  /** Equal for equal sets of paths. */
  canonical: string;
}

export interface Values {
  limit: number;
  offset: number;
  page: number | 'random' | 'randomized' | undefined;
  index: number;
  seed: string;
  fields: Fields | undefined;
  fullText: boolean;
  status: boolean;
  order: string;
  /** Canonical text of each parameter that was given, by name. */
  given: Map<string, string>;
}

/** A request that found its route. */
export interface Call {
  request: Request;
  site: Site;
  route: Route;
  /** Decoded path segments. */
  segments: string[];
  values: Values;
}

/** One page of many: its size and start, and how its neighbours are addressed. */
export interface Window {
  limit: number;
  offset: number;
  mode: 'offset' | 'page' | 'index';
}
