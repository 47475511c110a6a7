import { NOTHING } from '../format.ts'
import { useUi } from '../provider.tsx'
import { Badge } from '../badge.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import type { ResourceOptions } from './types.ts'
import css from './resource-table.module.css'

const MAX = 3

/** The first few, and how many more; all of them on the tooltip and for readers. */
export function List<R>({
  values,
  options: { names, tones, most = MAX },
}: {
  values: readonly string[]
  options: ResourceOptions<R>
}) {
  const { t } = useUi()
  if (values.length === 0) return <span className={css.muted}>{NOTHING}</span>
  const words = values.map((value) => names?.[value] ?? value)
  const shown = values.slice(0, most)
  const rest = words.slice(most)
  return (
    <span className={css.list} title={rest.length === 0 ? undefined : words.join(', ')}>
      {tones === undefined ? (
        <span className={css.words}>{words.slice(0, most).join(', ')}</span>
      ) : (
        shown.map((value, at) => (
          <Badge key={value} tone={tones[value] ?? 'neutral'}>
            {words[at]}
          </Badge>
        ))
      )}
      {rest.length > 0 && (
        <span className={css.more}>
          <span aria-hidden="true">+{rest.length}</span>
          <VisuallyHidden>{t('ui.table.andMore', { names: rest.join(', ') })}</VisuallyHidden>
        </span>
      )}
    </span>
  )
}
