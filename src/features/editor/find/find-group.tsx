import { useUi } from '#ui'
import type { SearchEntry, SearchGroup } from '../model/search.ts'
import css from './find.module.css'

interface GroupProps {
  id: string
  group: SearchGroup
  current: SearchEntry | undefined
  optionId: (entry: SearchEntry) => string
  onPoint: (entry: SearchEntry) => void
  onChoose: (entry: SearchEntry) => void
}

export function Group({ id, group, current, optionId, onPoint, onChoose }: GroupProps) {
  const { t } = useUi()
  const [, kind = group.part === '' ? 'dashboard' : 'widget'] = /^(section|param|query):/.exec(group.part) ?? []
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} role="presentation" className={css.group}>
        {group.name} <span>{t(`editor-panels:kind.${kind}`)}</span>
      </p>
      {group.entries.map((entry) => (
        <button
          key={entry.path.join('/')}
          type="button"
          id={optionId(entry)}
          role="option"
          aria-selected={entry === current}
          tabIndex={-1}
          className={css.item}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onPoint(entry)}
          onClick={() => onChoose(entry)}
        >
          <span className={css.kind}>{t(`editor:find.kind_${entry.kind}`)}</span>
          <span className={css.label}>{entry.label}</span>
          {entry.value !== '' && <span className={css.value}>{entry.value}</span>}
        </button>
      ))}
    </div>
  )
}
