import js from '@eslint/js'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

// An import points to the right of this row, never to the left.
const layers = ['render', 'pages', 'layouts', 'islands', 'widgets', 'features', 'components', 'lib']

// What our own serialiser writes cannot have hooks.
const noHooks = {
  regex: '^(?:react|@nanostores/react)$',
  importNamePattern: '^use',
  message: 'Hooks belong in islands and features.',
}

/** Of an island, a page shows the fallback; all else is loaded when the island mounts. */
const onlyFallbacks = {
  regex: '^(?:\\.\\./)+islands/(?!.*/fallback$)',
  allowTypeImports: true,
  message: 'Pages import the fallback of an island only.',
}

/** Islands are the folders beside each other: only the registry knows several. */
const noOtherIsland = {
  regex: '^(?:\\.\\./(?!(?:lib|components|features|widgets)/)[^.]|(?:\\.\\./)+islands/)',
  message: 'An island must not import another: what they share is a feature.',
}

const refusedIn = {
  pages: [noHooks, onlyFallbacks],
  layouts: [noHooks, onlyFallbacks],
  components: [noHooks],
  islands: [noOtherIsland],
}

/** Refuses imports of the layers before `layer`; a type says nothing about what is loaded. */
function arrow(layer) {
  const before = layers.slice(0, layers.indexOf(layer))
  return {
    files: [`site/${layer}/**/*.{ts,tsx}`],
    ignores: ['**/*.test.*', 'site/pages/+*'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            ...(refusedIn[layer] ?? []),
            ...before.map((other) => ({
              regex: `^(?:\\.\\./)+${other}(?:/|$)`,
              allowTypeImports: true,
              message: `${layer} must not import ${other}`,
            })),
          ],
        },
      ],
    },
  }
}

export default tseslint.config(
  {
    ignores: [
      ...['site/dist', 'builds', 'content', '**/.*/', '**/*.gen.{ts,js}', '**/node_modules'],
      // The workshop in which content's pictures were drawn, and the sites of other generators that bench compares with.
      ...['tools/illustrations', 'tools/bench/{astro,eleventy,hugo,shared}'],
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strict,
  { ...jsxA11y.flatConfigs.strict, files: ['site/**/*.tsx'] },
  { ...reactHooks.configs.flat.recommended, files: ['site/{islands,features}/**/*.{ts,tsx}', 'site/render/**/*.tsx'] },
  {
    files: ['site/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'JSXAttribute[name.name="style"] Property[key.name=/^(?:left|right)$|(?:Left|Right)(?:$|[A-Z])/]',
          message: 'Use the logical property: Arabic runs from right to left.',
        },
        {
          selector: 'JSXAttribute[name.name="style"] Literal[value=/#[0-9a-f]{3,8}\\b|(?:rgb|hsl)a?\\(/i]',
          message: 'Use a colour token of styles/tokens.css.',
        },
        { selector: 'ExportAllDeclaration', message: 'No barrel files.' },
        {
          selector:
            'CallExpression[callee.object.type="ImportExpression"][callee.property.name="then"] > :function CallExpression',
          message: 'The bundler takes an error in this `then` for a lost chunk, and reloads: await the import.',
        },
      ],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Templates take numbers too.
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    // Programs that Node runs; functions in them that a page evaluates name the browser's globals too.
    files: ['tools/**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ...['console', 'performance', 'process', 'setTimeout', 'URL'],
          ...['document', 'innerHeight', 'location', 'requestAnimationFrame', 'scrollTo', 'window'],
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    // What scrolls has to be reached by keyboard; a calendar is a table whose cells are controls.
    files: ['site/**/*.tsx'],
    rules: {
      'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['region'] }],
      'jsx-a11y/no-noninteractive-element-to-interactive-role': ['error', { table: ['grid'] }],
    },
  },
  {
    // A suite is one function and as long as its promises.
    files: ['**/*.test.{ts,tsx}'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  ...layers.slice(1).map((layer) => arrow(layer)),
)
