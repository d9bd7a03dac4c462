import js from '@eslint/js';
import globals from 'globals';

const CORE = 'edge/core/**/*.js';

// Forms that the linker of the embedded engine does not read, and what not every engine has.
const CORE_SYNTAX = [
  { selector: 'ExportDefaultDeclaration', message: 'The linker reads only exported declarations.' },
  { selector: 'ExportAllDeclaration', message: 'The linker reads only exported declarations.' },
  { selector: 'ExportNamedDeclaration[declaration=null]', message: 'The linker reads only exported declarations.' },
  { selector: "ExportNamedDeclaration > VariableDeclaration[kind!='const']", message: 'Export constants only.' },
  { selector: 'ExportNamedDeclaration > * > VariableDeclarator[id.type!="Identifier"]', message: 'Export one name.' },
  { selector: 'ImportDefaultSpecifier, ImportNamespaceSpecifier', message: 'The linker reads only named imports.' },
  {
    selector: "ImportDeclaration:not([source.value=/^[.]{1,2}[/](kinds[/])?[\\w.-]+[.]js$/])",
    message: 'Import the core only.',
  },
  { selector: 'ImportExpression, AwaitExpression', message: 'The core is synchronous.' },
];

export default [
  { ignores: ['output/', '.output.*/', '.preview/', 'build/', 'builder/shipped/', '.venv/', '.cache/'] },
  { ignores: ['**/templates/html/'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, sourceType: 'module', globals: globals.node },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      complexity: ['error', 12],
      eqeqeq: 'error',
      'func-style': ['error', 'declaration', { allowArrowFunctions: true }],
      'max-depth': ['error', 4],
      'max-len': ['error', { code: 120 }],
      'max-lines': ['error', 400],
      'no-implicit-coercion': ['error', { allow: ['!!'] }],
      'no-shadow': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-const': 'error',
      'prefer-template': 'error',
    },
  },
  {
    files: ['builder/extensions/*/assets/*.js'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['tests/extensions/pages/browser/*.js'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  {
    files: [CORE],
    languageOptions: { globals: Object.fromEntries(Object.keys(globals.node).map((name) => [name, 'off'])) },
    rules: {
      'no-control-regex': 'off',
      'no-restricted-globals': ['error', 'Date', 'Intl', 'BigInt', 'Promise', 'eval', 'globalThis'],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random' }],
      'no-restricted-syntax': ['error', ...CORE_SYNTAX],
    },
  },
  {
    files: ['builder/extensions/*/edge/*.js'],
    languageOptions: { globals: Object.fromEntries(Object.keys(globals.node).map((name) => [name, 'off'])) },
    rules: {
      'no-restricted-globals': ['error', 'Date', 'Intl', 'BigInt', 'Promise', 'eval', 'globalThis'],
      'no-restricted-properties': ['error', { object: 'Math', property: 'random' }],
    },
  },
  { files: ['edge/core/body_bytes.js'], languageOptions: { globals: { TextEncoder: 'readonly' } } },
];
