import js from '@eslint/js'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

// render → pages → layouts → islands → widgets → features → components → lib: an import points to the right, never to the left.
const layers = ['render', 'pages', 'layouts', 'islands', 'widgets', 'features', 'components', 'lib']

// What our own serialiser writes cannot have hooks.
const staticLayers = ['pages', 'layouts', 'components']
const noHooks = { regex: '^react$', importNamePattern: '^use', message: 'Hooks belong in islands and features.' }

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
            ...(staticLayers.includes(layer) ? [noHooks] : []),
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
  { ignores: ['site/dist', 'builds', 'tools', 'content', '**/.*/', '**/*.gen.ts', '**/node_modules'] },
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
    // What scrolls has to be reached by keyboard.
    files: ['site/**/*.tsx'],
    rules: { 'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['region'] }] },
  },
  {
    // A suite is one function and as long as its promises.
    files: ['**/*.test.{ts,tsx}'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  ...layers.slice(1).map((layer) => arrow(layer)),
)
