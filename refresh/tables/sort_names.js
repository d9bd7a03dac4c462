// Sorts each list of names by the rules of its language. It reads and prints an object of lists by language tag.
import { readFileSync } from 'node:fs';

const names = JSON.parse(readFileSync(0, 'utf8'));
for (const [tag, list] of Object.entries(names)) {
  // ICU has no Cantonese, which is sorted as Chinese. A language without rules of its own is sorted as English.
  list.sort(new Intl.Collator([tag.replace(/^yue$/, 'zh-Hant').replace('yue', 'zh'), 'en']).compare);
}
console.log(JSON.stringify(names));
