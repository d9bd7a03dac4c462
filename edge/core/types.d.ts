/* 1. What an adapter needs.
 *
 *   createSite(manifest: Manifest, records: Records, extensionKinds?: Record<string, Kind>): Site
 *                                                                   core/answer.js, called once
 *   answer(request: Request, site: Site): Result                    core/answer.js
 *   joinRecords(site: Site, members: number[]): Uint8Array          core/body_bytes.js
 *   failure(manifest: Manifest): BodyResult                         core/responses.js, the 500
 *   manifest: Manifest, records: Records                            generated/manifest.js, generated/records.js
 *   extensionKinds: Record<string, Kind>                            generated/kinds.js
 *
 * All these functions are synchronous. `core/` and `generated/` are in `edge/`, here and in the output of a build.
 *
 * `edge/adapters/site.js` calls these functions. Its `ask` takes a method, a target, If-None-Match, Accept and the
 * country, and returns a result; `bodyOf` returns its body; `refused` returns the error for a request that the host
 * itself rejects. `respond` of `edge/adapters/fetch.js` makes a `Response` on hosts with the Fetch API.
 *
 * - Every request may go to `answer`, whatever its method and address. It answers the API, and every method other than
 *   GET and HEAD. The host, or the adapter, sends documents and images without `answer`.
 * - HEAD is answered like GET, and the adapter drops the body. The adapter adds Content-Length and Date if its host
 *   does not. The Content-Length of HEAD is the length of the dropped body; some hosts would send 0.
 * - An exception of `answer` is a defect. It is logged and answered with `failure`.
 * - A result may be cached by its target if its status is 200 or 301, its Cache-Control begins with `public`, and the
 *   request was a GET without If-None-Match. Do not cache a 404 by its target: below the folder of the documents, it
 *   also depends on Accept, as its Vary says.
 */

/** A request from an adapter; not the `Request` of the Fetch API. */
export interface Request {
  /** The method as the client sent it, in the same case. An unsupported method is answered 405. */
  method: string;
  /**
   * The path as the client sent it, not decoded, with its dot segments. Cut it from the target as text, because a `URL`
   * normalizes its path. Only characters outside of `!` to `~` are changed: the adapter percent-encodes them as UTF-8.
   */
  path: string;
  /** The text after the first `?` of the target, encoded like the path; empty without a `?`. */
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

/** The numbers of complete records. `joinRecords` makes the body from them: a JSON array of the records. */
export interface RecordsPayload {
  members: number[];
  /** As in `BodyPayload`. */
  file?: string;
}

export interface BodyPayload {
  /**
   * The body as text, which the adapter sends as UTF-8. An empty text means no body, as with 204, 301 and 304: pass
   * null to a `Response`, which would add a Content-Type for an empty text.
   */
  body: string;
  /**
   * If present, the file with this path below `public/`, such as `v1/alpha/de.json`, has exactly the bytes of the body,
   * and the status is 200. If it cannot be read, send the body.
   */
  file?: string;
  /**
   * If present, the caller prefers HTML: send this page with its own headers and the status of the result. If the page
   * cannot be read, send the headers and the body of the result.
   */
  page?: Page;
}

/** A page that answers an error. */
export interface Page {
  /** Path of its file below `public/`. */
  file: string;
  /** All its headers, except headers of the transfer. */
  headers: Header[];
}

/** The content of an answer, which has either `members` or `body`. */
export type Payload = RecordsPayload | BodyPayload;
/** An answer. An adapter that ignores `file` is right; one that reads the file saves work. */
export type Result = Head & Payload;
export type BodyResult = Head & BodyPayload;

/** An answer that does not depend on the request. */
export interface FixedValue {
  /** The value as JSON. */
  body: string;
  /** The entity tag, without quotation marks. */
  digest: string;
}

/** Key of a value of Cache-Control in `HeaderTable.cache`. */
export type CacheName = 'ok' | 'error' | 'none' | 'private' | 'image';

/* 2. The manifest and the records, which the build writes. */

/** A key of `Manifest.indexes` or, for a search, the member `names` or `capitals` of the manifest. */
export type Index =
  'all' | 'independent' | 'names' | 'capitals' | 'region' | 'subregion' | 'continent' | 'lang' | 'currency' | 'cioc' |
  'rank';

export interface RouteEntry {
  path: string;
  /** Key of `KINDS`, or of the kinds that extensions add. */
  kind: string;
  /** Keys of `Manifest.params`, in the order of Link targets. */
  params: string[];
  index?: Index;
  /** Whether a route of the kind `match` only accepts codes, which are not folded. */
  exact?: boolean;
  /** The largest limit of this route: a larger limit that the parameter accepts is reduced to it. */
  maxLimit?: number;
  /** The greatest number of codes in the path. */
  max?: number;
  /** The message of a 404, with `{}` in place of the value that was not found. */
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

/** The greatest numbers that the core accepts or sends. */
export interface Bounds {
  /** Digits of a whole number. */
  digits: number;
  /** Paths in `fields`. */
  fieldPaths: number;
  /** Names in a path of `fields`. */
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
  /** The folder with the files of the windows of this listing; empty if no window has a file. */
  folder: string;
  /** Record numbers; null for all records. */
  members: number[] | null;
  /** The largest limit of a window of this listing, if it is below the largest that the parameter accepts. */
  maxLimit?: number;
}

export interface Catalog {
  total: number;
  /** Items as JSON. */
  items: string[];
  /** Hash of all items. */
  digest: string;
}

/** The page for missing addresses. */
export interface MissingPage {
  /** The path of the documents, such as `/docs/`. A missing address that begins with it is answered with the page. */
  folder: string;
  /** Path of its file below `public/`. */
  file: string;
  /** Headers that are added to the headers of the error, whose Content-Type is replaced. */
  headers: Header[];
}

/**
 * The folded names of a record. A query may be a part of a common name or of another name, but must be the whole of a
 * code or of a short name.
 */
export type Names = [common: string[], others: string[], exact: string[]];

export interface SearchedNames {
  /** The names of each record, by its number. */
  own: Names[];
  /**
   * By first letter: the names in other languages, which only match as a whole. The text has an entry for each name,
   * with a space between entries: the name without spaces, then its record numbers, separated by commas.
   */
  otherLanguages: Record<string, string>;
}

/** The limits of the windows that have files. The offset of such a window is a multiple of its limit. */
export interface WrittenLimits {
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

/** The members of an object by name, each with the members of its value. The name `*` stands for any name. */
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
  policy: WrittenLimits;
  headers: HeaderTable;
  /** Lowercase codes by record number, in dataset order. */
  cca2: string[];
  /** Hashes of the records by record number, 16 hexadecimal digits each. */
  digests: string[];
  /** Record number of every code in every form, lower case. */
  codes: Record<string, number>;
  /** By folded code or name that is reserved or no longer in use: record numbers of the countries to name instead. */
  former: Record<string, number[]>;
  listings: Listing[];
  /**
   * Listing number by index and by folded key without spaces. A key without a file, such as an alias, has the bitwise
   * complement of the number: -1 for listing 0.
   */
  indexes: Record<string, Record<string, number>>;
  metrics: Record<string, { definition: string }>;
  names: SearchedNames;
  capitals: SearchedNames;
  catalogs: Record<string, Catalog>;
  /** By path: the answers that do not depend on the request. */
  values: Record<string, FixedValue>;
  /** Documents that other addresses redirect to: texts, OpenAPI descriptions, pages, and folders, with a last slash. */
  addresses: string[];
  /** Advice that is added to a 404: on a request for `all` countries, and on `former` codes and names. */
  advice: { all?: string; former?: string };
  /** The page for missing addresses; null on a site without pages. */
  missingPage: MissingPage | null;
  /** URLs of the folders of the flags, with a slash at the end. */
  flags: { svg: string; png: string };
  /** Code of the country that `/v1/current` answers if it does not know the caller's; empty to answer 404. */
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

/* 3. Values inside the core. */

/** A kind of route. */
export interface Kind {
  answer(call: Call): Result;
  /** Whether it parses the query itself, which may have parameters that the route does not declare. */
  readsQuery?: boolean;
  /** Find the records for a value of the route's parameter; undefined if there are none. */
  find?(site: Site, route: Route, text: string, values: Values): Matches | undefined;
  /** List the keys that may have files. Without this function, they are the keys of the route's index. */
  keys?(site: Site, route: Route): Iterable<string>;
  /** Return a sentence, after a space, that is added to the message of a 404; empty without advice. */
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
  /** The common and other names without spaces, each between line feeds. */
  text: string;
  /** By position in `text`: the number of the record with the name there. */
  recordAt: Uint16Array;
  /** By position in `text`: the end of the word there. A word starts where this value changes. */
  wordEnd: Uint32Array;
  /** By record number: the position in `text` after the common names, which come first. */
  commonEnd: Uint32Array;
  /** By record number: the position in `text` after all names of the record. */
  end: Uint32Array;
  /** Record numbers by codes and short names, which only match as a whole. */
  exact: Map<string, number[]>;
  /** As in `SearchedNames`. */
  otherLanguages: Record<string, string>;
  /** As in `SearchedNames`. */
  own: SearchedNames['own'];
  /** A cache, by the number of words: the names with that number of words, each as its record number and its words. */
  words?: Map<number, [number: number, words: string[]][]>;
  /** A cache of `otherLanguages`, by first letter: the comma-separated record numbers of each name. */
  split: Map<string, Map<string, string>>;
}

/** A listing whose members are always numbers, also if they are all records. */
export interface SiteListing extends Listing {
  members: number[];
}

/** A site: its tables, and the caches that requests fill. */
export interface Site {
  manifest: Manifest;
  /** Return a record as JSON, by its number. */
  record: (number: number) => string;
  /** The listings of the manifest. */
  listings: SiteListing[];
  /** The patterns of the routes. Those with more literal segments before the parameter come first. */
  patterns: Pattern[];
  /** The listings by `folder`. */
  folders: Map<string, SiteListing>;
  /** The digests of the records, two words each. */
  digests: Int32Array;
  /** Four words from the manifest's `code`: the key of the entity tags. */
  tagKey: Int32Array;
  /** The codes of the records in upper case, as messages of SipHash. */
  codeWords: Int32Array[];
  /** The numbers of all records. */
  everyone: number[];
  /** A cache by index: the joined names, made at the first search. */
  haystacks: Record<string, Haystack>;
  /** A cache by record number: the record as UTF-8, made for the first answer that contains it. */
  encoded: Uint8Array[];
  /** A cache by record number: the parsed record, made for the first selection of its fields. */
  parsed: Record<string, unknown>[];
  /** A cache by index: the keys of all common names, or of all capitals, made at the first use. */
  commonKeys: Record<string, Set<string>>;
}

/** A set of dot paths, by first name: true for the whole value, or the paths below it. */
export interface Tree extends Map<string, true | Tree> {}

export interface Fields {
  /** The paths that begin with a field of the record model, in the order of the model. */
  tree: Tree;
  /** The paths of the query, sorted and distinct, without paths that another path covers. */
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
  /** The names of the parameters in the query that the route does not have. */
  ignored: string[];
}

/** A request with its route. */
export interface Call {
  request: Request;
  site: Site;
  route: Route;
  /** Decoded segments of the path. */
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
   * The key in the path of the file with the answer without a query, such as `de`; empty for a route without a
   * parameter. Undefined if there is no such file, or if the query changes which records are found.
   */
  fileKey?: string;
  /** Headers that only this route sends. */
  headers?: Header[];
}

/** The content of a file: the value of the route with this path, or a window of these records or of this catalog. */
export type Content =
  { value: string } | { members: number[]; window: Span } | { catalog: string; window: Span };

/** A window, and the name of the parameter whose value differs in the links to other windows. */
export interface Window extends Span {
  mode: 'offset' | 'page' | 'index';
}
