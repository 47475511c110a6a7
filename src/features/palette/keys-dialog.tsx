/** The keys that work here, listed under `?`. */
import { Dialog, Kbd, useUi } from '#ui'
import { EDITOR_KEYS, PAGE_KEYS } from './editor-keys.ts'
import css from './keys-dialog.module.css'

/** Keys of one line are pressed together, except where a slash says that each does. */
const KEYS: readonly {
  readonly group: string
  readonly lines: readonly { readonly text: string; readonly keys: readonly string[] }[]
}[] = [
  {
    group: 'everywhere',
    lines: [
      { text: 'palette', keys: ['ctrl', 'K'] },
      { text: 'keys', keys: ['?'] },
      { text: 'close', keys: ['esc'] },
      { text: 'menu', keys: ['enter', '/', '↓'] },
      { text: 'tabs', keys: ['←', '/', '→'] },
    ],
  },
  { group: 'dashboards', lines: [{ text: 'chart', keys: ['←', '/', '→'] }] },
  {
    group: 'editor',
    lines: [
      ...PAGE_KEYS,
      { text: 'editorGo', keys: ['←', '/', '→'] },
      { text: 'editorOpen', keys: ['enter'] },
      ...EDITOR_KEYS.map(({ text, name }) => ({ text, keys: [name] })),
      { text: 'editorUndo', keys: ['ctrl', 'Z'] },
      { text: 'editorRedo', keys: ['ctrl', 'Y'] },
    ],
  },
]

export function KeysDialog({ onClose, isMac }: { onClose: () => void; isMac: boolean }) {
  const { t } = useUi()
  const nameOf = (key: string) =>
    key === 'ctrl' && isMac
      ? '⌘'
      : ['ctrl', 'esc', 'enter', 'space', 'delete'].includes(key)
        ? t(`home:keys.${key}`)
        : key
  return (
    <Dialog isOpen onClose={onClose} title={t('home:menu.keys')}>
      <div className={css.keys}>
        {KEYS.map(({ group, lines }) => (
          <section key={group} aria-label={t(`home:keys.group.${group}`)}>
            <h3 className={css.group}>{t(`home:keys.group.${group}`)}</h3>
            <dl>
              {lines.map(({ text, keys }) => (
                <div key={text} className={css.line}>
                  <dt>{t(`home:keys.${text}`)}</dt>
                  <dd className={css.pressed}>
                    {keys.map((key) => (key === '/' ? <span key={key}>/</span> : <Kbd key={key}>{nameOf(key)}</Kbd>))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
