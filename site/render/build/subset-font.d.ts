/** What we use of subset-font, which has no types of its own. */
declare module 'subset-font' {
  interface Options {
    targetFormat?: 'woff2' | 'woff' | 'truetype'
    variationAxes?: Record<string, number | { min: number; max: number }>
  }
  /** A font with the characters of `text`, and every glyph that layout makes of them. */
  export default function subsetFont(font: Uint8Array, text: string, options?: Options): Promise<Uint8Array>
}
