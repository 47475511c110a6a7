/** Compare's widgets again and again, until there are a hundred on one page, three beside each other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const WIDGETS = 100
/** The one that is dragged, and the one whose title is changed in the JSON. */
export const HAND = 'w1'
export const TITLE = 'Title of the first'

interface Document {
  readonly [key: string]: unknown
  readonly widgets: Readonly<Record<string, object>>
  readonly i18n: object
  readonly layout: { readonly sections: readonly { readonly requires?: readonly string[] }[] }
}

export function hundredWidgets(): string {
  const compare = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../layouts/foot-compare.json'), 'utf8'),
  ) as Document
  const kinds = Object.values(compare.widgets).map(({ ...widget }) => ({ ...widget, show: undefined }))
  const ids = Array.from({ length: WIDGETS }, (_, at) => `w${at + 1}`)
  return JSON.stringify(
    {
      ...compare,
      _id: 'hundred',
      name: 'A hundred',
      access: undefined,
      widgets: Object.fromEntries(
        ids.map((id, at) => [id, { ...kinds[at % kinds.length], title: id === HAND ? TITLE : `Widget ${at + 1}` }]),
      ),
      layout: {
        sections: [
          { id: 'filters', params: ['client', 'locals', 'periods'], sticky: true },
          { id: 'all', requires: ['client', 'locals', 'periods'], widgets: ids },
        ],
      },
      grids: {
        large: Object.fromEntries(
          ids.map((id, at) => [id, { x: (at % 3) * 4, y: Math.floor(at / 3) * 6, w: 4, h: 6 }]),
        ),
      },
    },
    null,
    2,
  )
}
