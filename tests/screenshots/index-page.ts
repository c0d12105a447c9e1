/** A picture of a page, by what it shows. */
export interface Shot {
  file: string
  layout: string
  /** The kind of page, or the state that somebody has brought it to. */
  kind: string
  language: string
  width: number
  theme: 'light' | 'dark'
}

const choices = ['layout', 'kind', 'language', 'width', 'theme'] as const

/** A page that shows pictures side by side, those of one kind in a row, and filters them; it works from a folder. */
export function indexOf(shots: Shot[]): string {
  const kinds = [...new Set(shots.map(({ kind }) => kind))]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Every page in every layout</title>
<style>
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #12262b; background: #f7f8f5 }
  form { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 16px; padding: 12px 16px; background: #fff; border-block-end: 1.5px solid }
  select { font: inherit; min-height: 44px; padding-inline: 8px }
  h2 { margin: 24px 16px 8px; scroll-margin-block-start: 96px }
  .row { display: flex; gap: 16px; overflow-x: auto; padding: 0 16px 16px }
  figure { margin: 0; flex: none }
  figcaption { padding-block: 4px }
  img { display: block; width: min(var(--width), 360px); border: 1.5px solid #c9d2d0; background: #fff }
  [hidden] { display: none }
</style>
<form aria-label="What to show">
${choices.map((name) => selectOf(name, shots)).join('\n')}
<output></output>
</form>
<main>
${kinds.map((kind) => rowOf(kind, shots)).join('\n')}
</main>
<script>
  const form = document.forms[0]
  const apply = () => {
    let shown = 0
    for (const section of document.querySelectorAll('section')) {
      let here = 0
      for (const figure of section.querySelectorAll('figure')) {
        figure.hidden = [...form.elements].some(({ name, value }) => name && value && figure.dataset[name] !== value)
        if (!figure.hidden) here++
      }
      section.hidden = here === 0
      shown += here
    }
    form.querySelector('output').textContent = shown + ' of ${shots.length}'
    history.replaceState(null, '', '#' + new URLSearchParams(new FormData(form)))
  }
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) if (form[name]) form[name].value = value
  form.addEventListener('change', apply)
  apply()
</script>
</html>
`
}

function selectOf(name: (typeof choices)[number], shots: Shot[]): string {
  const values = [...new Set(shots.map((shot) => String(shot[name])))]
  const options = values.map((value) => `<option>${value}</option>`).join('')
  return `<label>${name} <select name="${name}"><option value="">all</option>${options}</select></label>`
}

function rowOf(kind: string, shots: Shot[]): string {
  const figures = shots
    .filter((shot) => shot.kind === kind)
    .map((shot) => {
      const data = choices.map((name) => `data-${name}="${shot[name]}"`).join(' ')
      const caption = `${shot.layout}, ${shot.language}, ${shot.width}, ${shot.theme}`
      return `<figure ${data}><figcaption>${caption}</figcaption><a href="${shot.file}"><img loading="lazy" src="${shot.file}" alt="${kind}: ${caption}" style="--width: ${shot.width}px"></a></figure>`
    })
  return `<section><h2>${kind}</h2><div class="row">${figures.join('')}</div></section>`
}
