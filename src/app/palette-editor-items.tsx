import { useUi } from '#ui'
import { EDITOR_KEYS, PAGE_KEYS, pressOnPage, pressOnWidget } from '../features/palette/editor-keys.ts'
import type { PaletteItem } from '../features/palette/find.ts'

/**
 * Actions of keys on the page of the editor, and with the widget in focus on its canvas; the palette has closed and
 * given the focus back by then.
 */
export function editorItems(t: ReturnType<typeof useUi>['t']): PaletteItem[] {
  const item =
    (press: (key: string) => boolean) =>
    ({
      text,
      key,
      keys,
    }: {
      readonly text: string
      readonly key: string
      readonly keys: readonly string[]
    }): PaletteItem => ({
      id: `actions:${text}`,
      group: 'actions',
      label: t(`home:keys.${text}`),
      hint: keys.map((name) => (name.length > 1 ? t(`home:keys.${name}`) : name)).join(' '),
      run: () => {
        requestAnimationFrame(() => press(key))
      },
    })
  const isThere = (selector: string) => document.querySelector(selector) !== null
  return [
    ...(isThere('[data-editor]') ? PAGE_KEYS.map(item(pressOnPage)) : []),
    ...(isThere('[data-cell]')
      ? EDITOR_KEYS.map(({ name, ...one }) => item(pressOnWidget)({ ...one, keys: [name] }))
      : []),
  ]
}
