import { useUi, VisuallyHidden } from '#ui'
import type { ChangedPart } from './change-words.ts'
import css from './dashboards.module.css'

const MARKS = { added: '+', removed: '−', changed: '~', moved: '→' } as const

export function PartLines({ lines }: Pick<ChangedPart, 'lines'>) {
  const { t } = useUi()
  return (
    <ul className={css.lines}>
      {lines.map(({ kind, what, before, after }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of one part have no other name, and never move
        <li key={at} data-kind={kind}>
          <span className={css.mark} aria-hidden="true">
            {MARKS[kind]}
          </span>
          <span>
            <VisuallyHidden>{t(`dashboard:kind.${kind}`)}: </VisuallyHidden>
            {what === '' ? t(`dashboard:kind.${kind}`) : what}
            {before !== undefined && (
              <>
                {' '}
                <del>{before}</del>
              </>
            )}
            {before !== undefined && after !== undefined && (
              <span aria-hidden="true" className={css.arrow}>
                {' '}
                →{' '}
              </span>
            )}
            {after !== undefined && (
              <>
                {' '}
                <ins>{after}</ins>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
