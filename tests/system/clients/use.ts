/** A program with types that were generated from the OpenAPI description: it must compile and run. */

import type { components, paths } from './countries-api';

type Found = paths['/v1/name/{name}']['get']['responses'][200]['content']['application/json'];
type Query = NonNullable<paths['/v1/name/{name}']['get']['parameters']['query']>;
type Failure = components['schemas']['Error'];

const origin: string = process.argv[2] ?? '';

async function search(name: string, query: Query): Promise<Found> {
  const parameters = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const answer = await fetch(`${origin}/v1/name/${encodeURIComponent(name)}?${parameters}`);
  if (!answer.ok) {
    const failure = (await answer.json()) as Failure;
    throw new Error(`${failure.status} ${failure.message}`);
  }
  return (await answer.json()) as Found;
}

const [whole] = await search('peru', { fullText: true, limit: 1 });
const [cut] = await search('peru', { fields: 'name.common,population' });
const failed = await search('atlantis', {}).catch((error: Error) => error.message.slice(0, 3));
const population: number | null | undefined = cut?.population;
const alt: string | undefined = whole?.flags?.alt;

// @ts-expect-error  a record has no such field
const unknown: unknown = whole?.height;

console.log(JSON.stringify({ name: cut?.name?.common, population, described: alt !== undefined, unknown: unknown ?? null, failed }));
