import { densities, presets, scripted, type Preset } from './image-presets.ts'

/** The modifiers that a preset's picture is asked for with, at a width. */
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

/** What scripts ask for, of whatever picture: site/dist/bundle.json tells it to builds that write pictures. */
export function scriptedModifiers(): string[] {
  return scripted.flatMap((name) => {
    const preset: Preset = presets[name]
    const [width = 0] = preset.box ?? []
    return densities.map((density) => modifiersOf(preset, density * width, preset.box))
  })
}
