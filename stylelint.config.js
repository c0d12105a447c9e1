const part = '((?:[^\\s()]|\\((?:[^()]|\\([^()]*\\))*\\))+)'

/** Shorthands that name left and right: four sides whose second and fourth differ, corners that differ in a pair. */
const physical = {
  '/^(?:(?:scroll-)?(?:padding|margin)|inset|border-(?:width|style|color))$/': [
    `/^${part}\\s+${part}\\s+${part}\\s+(?!\\2$)\\S/`,
  ],
  'border-radius': [`/^(?!${part}\\s+\\1\\s+${part}\\s+\\2$)${part}\\s/`],
}
const colour = ['/#(?:[0-9a-f]{3,4}){1,2}\\b/i', '/\\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\\(/i']

/** What CSS has to keep to here: Arabic runs from right to left, and every colour is a token. */
export default {
  ignoreFiles: ['site/dist/**', 'builds/**'],
  reportNeedlessDisables: true,
  rules: {
    // Safari has no overflow-inline yet.
    'property-layout-mappings': ['flow-relative', { ignoreProperties: [/^overflow-/] }],
    'value-keyword-layout-mappings': 'flow-relative',
    'declaration-property-value-disallowed-list': physical,
    'color-no-hex': true,
    'function-disallowed-list': ['/^(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?$/i'],
    // Sizes of letters are tokens, or relative to the text around them.
    'declaration-property-unit-disallowed-list': { 'font-size': ['rem', 'px'] },
    'property-no-unknown': true,
    'declaration-property-value-no-unknown': true,
    'selector-pseudo-class-no-unknown': true,
    'selector-pseudo-element-no-unknown': true,
    'selector-type-no-unknown': true,
    'at-rule-no-unknown': true,
    'media-feature-name-no-unknown': true,
    'no-duplicate-selectors': true,
    'declaration-block-no-duplicate-properties': [true, { ignore: ['consecutive-duplicates-with-different-values'] }],
  },
  overrides: [
    {
      // Where tokens get their values; other properties of these files take them.
      files: ['site/styles/tokens.css', 'site/layouts/*/layout.css'],
      rules: {
        'color-no-hex': null,
        'declaration-property-value-disallowed-list': { ...physical, '/^(?!--color-)/': colour },
      },
    },
  ],
}
