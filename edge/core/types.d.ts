/* 1. What an adapter needs.
 *
 *   createSite(manifest: Manifest, records: Records, further?: Record<string, Kind>): Site   core/answer.js, once
 *   answer(request: Request, site: Site): Result                    core/answer.js
 *   joinRecords(site: Site, members: number[]): Uint8Array          core/body_bytes.js
 *   failure(manifest: Manifest): BodyResult                         core/responses.js, the 500
 *   manifest: Manifest, records: Records                            generated/manifest.js, generated/records.js
 *   further: Record<string, Kind>                                   generated/kinds.js
 *
 * All are synchronous. These folders are in `edge/`, here and in the output of a build.
 *
 * `edge/adapters/site.js` calls them for a method, a target and three values: If-None-Match, Accept and the country.
 * `ask` returns a result, `bodyOf` its body, `refused` the error of a request that the host itself rejects.
 * `edge/adapters/fetch.js` is for the Fetch API: `respond` makes a `Response` to a `Request`, and calls the rest.
 *
 * - Every request may go to `answer`, whatever its method and address. It answers the API and every method that is not
 *   GET or HEAD; other files of `public/` are sent by the host, or by the adapter, without it.
 * - HEAD is answered like GET, and the adapter drops the body. It adds Content-Length and Date if its host does not. The
 *   Content-Length of HEAD is the length of the dropped body; some hosts would send 0.
 * - An exception of `answer` is a defect. It is logged and answered with `failure`.
 * - A result may be cached by its target if its status is 200 or 301, its Cache-Control begins with `public`, and the
 *   request was a GET without If-None-Match. A 404 below the documents depends on Accept, too, as its Vary says.
 */

/** A request from an adapter; not the `Request` of the Fetch API. */
export interface Request {
  /** As the client sent it, in its case. An unsupported method is answered 405. */
  method: string;
  /**
   * As the client sent it, without scheme and host, not decoded, with dot segments. Cut it from the target as text,
   * because a `URL` normalizes its path. The adapter percent-encodes all characters but `!` to `~`, as UTF-8.
   */
  path: string;
  /** The text after the first `?`, as sent and encoded like the path; empty without one. */
  query: string;
  /** Value of If-None-Match, or empty. Several lines are joined with commas. */
  ifNoneMatch: string;
  /** Value of Accept, or empty. Several lines are joined with commas. */
  accept: string;
  /**
   * Alpha-2 code of the caller's country in any case, as the host reports it, or the value of the header that
   * `Manifest.countryHeader` names; empty if it is not known.
   */
  country: string;
  /** 32 lowercase hexadecimal digits from a cryptographic random source, new for each request. */
  entropy: string;
}

export type Header = [name: string, value: string];

export interface Head {
  /** 200, 204, 301, 304, 400, 404, 405 or 414; `failure` answers 500. */
  status: number;
  /**
   * All headers except headers of the transfer, such as Content-Length. Names are unique, values are ASCII. Each answer
   * has its own list.
   */
  headers: Header[];
}

/** Numbers of complete records, for `joinRecords`, which makes the body: their JSON array. */
export interface RecordsPayload {
  members: number[];
  /** As in `BodyPayload`. */
  file?: string;
}

export interface BodyPayload {
  /**
   * A text, sent as UTF-8. If it is empty, as with 204, 301 and 304, there is no body: pass null to a `Response`, which
   * would give an empty text a Content-Type.
   */
  body: string;
  /**
   * If present, the file with this path below `public/`, such as `v1/alpha/de.json`, has exactly the bytes of the body,
   * and the status is 200. If it cannot be read, send the body.
   */
  file?: string;
  /** If present, the caller prefers HTML: the page to send instead, with the same status. Else send headers and body. */
  page?: Page;
}

/** A page that answers an error. */
export interface Page {
  /** Path of its file below `public/`. */
  file: string;
  /** All its headers, except headers of the transfer. */
  headers: Header[];
}

/** It has either `members` or `body`. */
export type Payload = RecordsPayload | BodyPayload;
/** An answer. An adapter that ignores `file` is right; one that reads the file saves work. */
export type Result = Head & Payload;
export type BodyResult = Head & BodyPayload;

/** An answer that does not depend on the request. */
export interface FixedValue {
  /** Its JSON. */
  body: string;
  /** Its entity tag, without quotation marks. */
  digest: string;
}

/** Key of a value of Cache-Control in `HeaderTable.cache`. */
export type CacheName = 'ok' | 'error' | 'none' | 'private' | 'image';

/* 2. The manifest, which the build writes. `builder/javascript/manifest.py` declares the same for Python. */

/** Tables of names or codes. */
export type Index =
  'all' | 'independent' | 'names' | 'capitals' | 'region' | 'subregion' | 'continent' | 'lang' | 'currency' | 'cioc' |
  'rank';

export interface RouteEntry {
  path: string;
  /** Key of `KINDS`, or of the kinds that extensions add. */
  kind: string;
  /** Keys of `Manifest.params`, in the order of Link targets. */
  params: string[];
  /** Index of a `match`, or names of a `search`. */
  index?: Index;
  /** Whether a `match` only accepts codes, which are not folded. */
  exact?: boolean;
  /** Largest limit, if it is below the largest accepted limit; a larger limit counts as this one. */
  maxLimit?: number;
  /** Greatest number of codes. */
  max?: number;
  /** Message of a 404, with `{}` for the value that was not found. */
  missing?: string;
  catalog?: string;
  flag?: 'svg' | 'png';
  /** Whether its answers without a query are files with static addresses. */
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
  /** Bytes of each header whose name begins with X-Ignored-. */
  ignored: number;
  /** Characters of a seed. */
  seed: number;
}

export interface Listing {
  /** The folder of the files of its windows; empty if it has none. */
  folder: string;
  /** Record numbers; null for all. */
  members: number[] | null;
  /** Largest limit of its windows, if it is below the largest limit of all. */
  maxLimit?: number;
}

export interface Catalog {
  total: number;
  /** Items as JSON. */
  items: string[];
  digest: string;
}

/** The page for missing addresses. */
export interface MissingPage {
  /** The folder of all pages. */
  folder: string;
  /** Its file below `public/`. */
  file: string;
  /** Its headers in addition to those of every answer, without Content-Type. */
  headers: Header[];
}

/**
 * Folded names of a record: common names and other names, which match in part; codes and short names, which only match
 * as a whole.
 */
export type Names = [common: string[], others: string[], exact: string[]];

export interface SearchedNames {
  /** The names of each record, by its number. */
  own: Names[];
  /**
   * By first letter: the names in other languages, which only match as a whole. Each has no spaces, is followed by its
   * record numbers, all separated by commas, and is separated from the next by a space.
   */
  otherLanguages: Record<string, string>;
}

/** The limits whose windows have files if the offset is a multiple of the limit. */
export interface Policy {
  limits: number[];
  catalogLimits: number[];
}

export interface HeaderTable {
  /** The headers of every answer. */
  common: Header[];
  /** Further headers of an answer to OPTIONS. */
  options: Header[];
  /** Values of Cache-Control. */
  cache: Record<CacheName, string>;
  /** Values of Content-Type, by the ending of a file; `linkset` is for `.well-known/api-catalog`. */
  types: Record<string, string>;
}

/** The names of the members of an object, each with the names in its value; `*` stands for any name. */
export interface FieldNames {
  [name: string]: FieldNames;
}

export interface Manifest {
  /** Hash of the dataset, 16 hexadecimal digits. */
  revision: string;
  /** Hash of the code that makes the answers, 32 hexadecimal digits. */
  code: string;
  schemaVersion: number;
  routes: RouteEntry[];
  params: Record<string, Param>;
  bounds: Bounds;
  /** The fields of a record, in its order. */
  fields: FieldNames;
  policy: Policy;
  headers: HeaderTable;
  /** Lowercase codes by record number, in dataset order. */
  cca2: string[];
  /** Hashes of the records by record number, 16 hexadecimal digits each. */
  digests: string[];
  /** Record number of every code in every form, lower case. */
  codes: Record<string, number>;
  /** By folded key: the record numbers of the countries of codes and names that are reserved or no longer in use. */
  former: Record<string, number[]>;
  listings: Listing[];
  /**
   * Listing number by index and by folded key without spaces. A key without a file, such as an alias, has the complement
   * of the number: -1 for listing 0.
   */
  indexes: Record<string, Record<string, number>>;
  metrics: Record<string, { definition: string }>;
  names: SearchedNames;
  capitals: SearchedNames;
  catalogs: Record<string, Catalog>;
  /** By path: the answers that do not depend on the request. */
  values: Record<string, FixedValue>;
  /** The addresses of texts, of OpenAPI descriptions, of pages, and of folders with a page, which end with a slash. */
  addresses: string[];
  /** Advice that is added to a 404: on a request for `all` countries, and on `former` codes. */
  advice: { all?: string; former?: string };
  /** The page for missing addresses; null on a site without pages. */
  missing: MissingPage | null;
  /** URLs of the folders of the flags, with a slash at the end. */
  flags: { svg: string; png: string };
  /** Alpha-2 code that `/v1/current` answers if the country is not known; empty to answer 404. */
  fallback: string;
  /** The message of a 500. */
  failure: string;
  /** A request header with the caller's country, for hosts that do not report one; empty for none. Adapters read it. */
  countryHeader: string;
}

/** Each record as JSON, as `JSON.stringify` would write it. */
export interface Records {
  /** Characters that no record has, each with the text that it stands for. */
  parts: [mark: string, part: string][];
  /** The records as JSON, with marks in place of the parts. */
  packed: string[];
}

/* 3. Inside the core. */

/** A kind of route. */
export interface Kind {
  answer(call: Call): Result;
  /** Whether it parses the query itself, which may have parameters that the route does not declare. */
  readsQuery?: boolean;
  /** Find the records of a value of the path's parameter; undefined if there are none. */
  find?(site: Site, route: Route, text: string, values: Values): Matches | undefined;
  /** The keys with files, if they are not the keys of the route's index. */
  keys?(site: Site, route: Route): Iterable<string>;
  /** Make an addition to the message of a 404: empty, or a sentence after a space. */
  advise?(call: Call, text: string): string;
}

export interface Route extends Omit<RouteEntry, 'kind'> {
  kind: Kind;
}

export interface Pattern {
  route: Route;
  /** Null for a path parameter, which may have a literal ending. */
  segments: (string | null)[];
  ending: string;
}

export interface Haystack {
  /** All names without spaces, each between line feeds. */
  text: string;
  /** Record number by position. */
  owner: Uint16Array;
  /** By position: the end of the word there. A word starts where this value changes. */
  wordEnd: Uint32Array;
  /** By record: the position after its common names, which come first. */
  commonEnd: Uint32Array;
  /** By record: the position after its names. */
  end: Uint32Array;
  /** Record numbers by codes and short names, which only match as a whole. */
  exact: Map<string, number[]>;
  /** As in `SearchedNames`. */
  otherLanguages: Record<string, string>;
  /** As in `SearchedNames`. */
  own: SearchedNames['own'];
  /** A cache: the words of each name, without small words, with the record number, by the number of words. */
  words?: Map<number, [number: number, words: string[]][]>;
  /** A cache by first letter: comma-separated record numbers by name. */
  split: Map<string, Map<string, string>>;
}

export interface SiteListing extends Listing {
  members: number[];
}

/** A site: its tables, and the caches that requests fill. */
export interface Site {
  manifest: Manifest;
  /** Return a record as JSON, by its number. */
  record: (number: number) => string;
  /** The listings of the manifest; each has its members. */
  listings: SiteListing[];
  /** The patterns of the routes, sorted: most literal segments before the parameter first. */
  patterns: Pattern[];
  /** Listings by the folder of the files of their windows. */
  folders: Map<string, SiteListing>;
  /** The digests of the records, two words each. */
  digests: Int32Array;
  /** Four words from the manifest's `code`: the key of the entity tags. */
  tagKey: Int32Array;
  /** The codes of the records in upper case, as messages of SipHash. */
  codeWords: Int32Array[];
  /** The numbers of all records. */
  everyone: number[];
  /** A cache: the joined names by index, made at the first search. */
  haystacks: Record<string, Haystack>;
  /** A cache, for adapters: records as UTF-8, if an answer contained them. */
  encoded: Uint8Array[];
  /** A cache: records as values, if fields of them were selected. */
  parsed: Record<string, unknown>[];
  /** A cache: the keys of whole names by index, made at first use. */
  wholeNames: Record<string, Set<string>>;
}

/** A set of dot paths: by name, true for a whole field, or the paths below it. */
export interface Tree extends Map<string, true | Tree> {}

export interface Fields {
  /** The paths that begin with a field of the record model, in its order. */
  tree: Tree;
  /** Sorted and distinct, without paths that another path covers. */
  paths: string[];
  /** Equal for equal sets of paths. */
  canonical: string;
  /** The paths that no record can have. */
  ignored: string[];
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
  /** The canonical texts of the parameters that links to other windows repeat, by name. */
  linked: Map<string, string>;
  /** The names of parameters that the route does not have. */
  ignored: string[];
}

/** A request with its route. */
export interface Call {
  request: Request;
  site: Site;
  route: Route;
  /** Decoded path segments. */
  segments: string[];
  values: Values;
}

/** A part of a list. */
export interface Span {
  limit: number;
  offset: number;
}

/** The records that a route finds. */
export interface Matches {
  /** Record numbers in order. */
  members: number[];
  /** The listing with these members, if there is one. */
  listing?: SiteListing;
  /**
   * The key in the path of the file that answers the parameter without a query, such as `de`; empty for a route without
   * a parameter. Undefined if there is no such file, or if the query selects the records, too.
   */
  fileKey?: string;
  headers?: Header[];
}

/** The content of a file: a window of records, a window of a catalog, or the value of a route. */
export type Content =
  { value: string } | { members: number[]; window: Span } | { catalog: string; window: Span };

/** A window of a list, and the parameter that differs in the links to other windows. */
export interface Window extends Span {
  mode: 'offset' | 'page' | 'index';
}
