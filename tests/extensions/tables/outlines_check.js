/**
 * Checks the outlines in the folder that the command names: each file is GeoJSON (RFC 7946) by check-geojson, with
 * rings by the right-hand rule by Turf, and the TopoJSON has the same positions by topojson-client. Prints each fault.
 */

import { readFileSync, readdirSync } from 'node:fs';
import { check } from '@placemarkio/check-geojson';
import { booleanClockwise } from '@turf/boolean-clockwise';
import { feature } from 'topojson-client';

const folder = process.argv[2];
const topology = JSON.parse(readFileSync(`${folder}/outlines.topo.json`, 'utf-8'));
const decoded = new Map(feature(topology, topology.objects.countries).features.map((one) => [one.id, one]));

const polygonsOf = ({ type, coordinates }) => (type === 'Polygon' ? [coordinates] : coordinates);

/** Say what a file has wrong; *other* is the feature of the TopoJSON, whose rings run the other way. */
function* faults(text, other) {
  let outline;
  try {
    outline = check(text);
  } catch (error) {
    yield* error.issues.map((issue) => issue.message);
    return;
  }
  for (const ring of polygonsOf(outline.geometry).flatMap((polygon) => polygon.slice(0, 1))) {
    if (booleanClockwise(ring)) {
      yield `an outer ring runs clockwise: ${ring.slice(0, 3)}`;
    }
  }
  for (const ring of polygonsOf(outline.geometry).flatMap((polygon) => polygon.slice(1))) {
    if (!booleanClockwise(ring)) {
      yield `a hole runs counterclockwise: ${ring.slice(0, 3)}`;
    }
  }
  const round = (position) => position.map((degrees) => Math.round(degrees * 1e4));
  const same = polygonsOf(other.geometry).map((polygon) => polygon.map((ring) => ring.map(round).reverse()));
  if (JSON.stringify(polygonsOf(outline.geometry).map((polygon) => polygon.map((ring) => ring.map(round)))) !==
    JSON.stringify(same)) {
    yield 'has other positions than the TopoJSON';
  }
  if (JSON.stringify(outline.properties) !== JSON.stringify(other.properties)) {
    yield 'has other properties than the TopoJSON';
  }
}

const names = readdirSync(`${folder}/outlines`);
for (const name of names) {
  const code = name.slice(0, 2).toUpperCase();
  for (const fault of faults(readFileSync(`${folder}/outlines/${name}`, 'utf-8'), decoded.get(code))) {
    console.log(`${name}: ${fault}`);
  }
  decoded.delete(code);
}
for (const code of decoded.keys()) {
  console.log(`${code}: is in the TopoJSON alone`);
}
console.error(`${names.length} files`);
