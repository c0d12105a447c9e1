import { assumedSize, densities, presets, scriptPresets, type Preset } from './image-presets.ts'

/** Returns the modifiers of a preset's picture at a width. */
export function modifiersOf({ format, fit, quality }: Preset, width: number, box?: readonly [number, number]): string {
  return [
    format && `f_${format}`,
    fit && `fit_${fit}`,
    quality && `q_${quality}`,
    box ? `s_${width}x${Math.round((width * box[1]) / box[0])}` : `w_${width}`,
  ]
    .filter(Boolean)
    .join(',')
}

/** Modifiers that scripts may request of any image; bundle.json lists them for builds with `--images`. */
export function modifiersForScripts(): string[] {
  return scriptPresets.flatMap((name) => {
    const preset: Preset = presets[name]
    const [width = 0] = preset.box ?? []
    return densities.map((density) => modifiersOf(preset, density * width, preset.box))
  })
}

/** The sizes of pictures on pages. internal/picture/sizes.go makes no others; a test compares the two. */
export interface Sizes {
  widths: number[]
  boxes: { width: number; height: number; widths: number[] }[]
}

/** Returns the sizes of all presets, each box and each ladder once, in the presets' order. */
export function sizes(): Sizes {
  const all: Sizes = { widths: [], boxes: [] }
  const own = new Set<number>()
  const ladders: number[][] = []
  for (const { box, widths, uncropped } of Object.values<Preset>(presets)) {
    if (box) {
      const [width, height] = box
      all.boxes.push({ width, height, widths: [...(widths ?? densities.map((density) => density * width))] })
      continue
    }
    for (const width of widths ?? []) own.add(width)
    if (!uncropped) ladders.push([...(widths ?? [])])
  }
  all.widths = [...own].sort((a, b) => a - b)
  const [width, height] = assumedSize
  all.boxes.push({ width, height, widths: [...new Set(ladders.flat())].sort((a, b) => a - b) })
  return all
}
