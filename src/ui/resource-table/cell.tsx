/** One cell of the generic table, by the type of its column. */
import { type ReactNode, useState } from 'react'
import { Link } from 'react-aria-components'
import { Checkbox, Switch } from '../checkbox.tsx'
import { NOTHING } from '../format.ts'
import { CheckIcon, ExternalIcon } from '../icons/index.tsx'
import { sentenceOf } from '../page/query-state.tsx'
import { useUi } from '../provider.tsx'
import { Badge, StatusDot } from '../small.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { toasts } from '../toast.tsx'
import type { ResourceColumn, ResourceOptions } from './types.ts'
import { isFootState, listOf, rawOf, safeHref, textOf } from './values.ts'
import css from './resource-table.module.css'

const MOST = 3

interface CellProps<R> {
  row: R
  column: ResourceColumn<R>
  /** What the row is called, for its switches. */ rowName: string
}

export function ResourceCell<R>({ row, column, rowName }: CellProps<R>): ReactNode {
  const ui = useUi()
  const raw = rawOf(row, column)
  const text = textOf(row, column, ui)
  const options: ResourceOptions<R> = column.options ?? {}
  switch (column.type ?? 'Text') {
    case 'Boolean':
    case 'BooleanCheck': {
      const change = column.toggle?.(row)
      if (change)
        return (
          <ToggleCell
            isOn={raw === true}
            isCheck={column.type === 'BooleanCheck'}
            label={`${column.label}: ${rowName}`}
            onChange={change}
          />
        )
      if (column.type === 'Boolean') return <span className={raw === true ? undefined : css.muted}>{text}</span>
      return (
        <span className={css.check}>
          {raw === true ? (
            <CheckIcon className={css.tick} />
          ) : (
            <span className={css.muted} aria-hidden="true">
              {NOTHING}
            </span>
          )}
          <VisuallyHidden>{text}</VisuallyHidden>
        </span>
      )
    }
    case 'StringArray':
      return <List values={listOf(raw)} options={options} />
    case 'FootState':
      return (
        <span className={css.status}>
          <StatusDot status={isFootState(raw) ? raw : 'unknown'}>{text}</StatusDot>
        </span>
      )
    case 'Link': {
      const href = safeHref(
        options.href === undefined ? (typeof raw === 'string' ? raw : undefined) : options.href(row),
      )
      if (href === undefined || text === NOTHING) return text
      const isOutside = /^https?:/i.test(href)
      return (
        <Link href={href} className={css.link} {...(isOutside ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
          {text}
          {isOutside && <ExternalIcon size={12} />}
        </Link>
      )
    }
    case 'Icon': {
      const icon = options.icons?.[String(raw)]
      return icon === undefined ? (
        text
      ) : (
        <span className={css.icon} title={text}>
          {icon}
          <VisuallyHidden>{text}</VisuallyHidden>
        </span>
      )
    }
    case 'Text': {
      const tone = options.tones?.[String(raw)]
      return tone === undefined ? text : <Badge tone={tone}>{text}</Badge>
    }
    default:
      return text
  }
}

/** The first few, and how many more; all of them on the tooltip and for readers. */
function List<R>({
  values,
  options: { names, tones, most = MOST },
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

interface ToggleCellProps {
  isOn: boolean
  isCheck: boolean
  label: string
  onChange: (on: boolean) => void | Promise<void>
}

/** Shows the new state at once; a refusal puts the old one back and says why. */
function ToggleCell({ isOn, isCheck, label, onChange }: ToggleCellProps) {
  const { t } = useUi()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const change = async (on: boolean) => {
    if (wanted !== null) return
    setWanted(on)
    try {
      await onChange(on)
    } catch (error) {
      toasts.error(sentenceOf(error, t))
    } finally {
      setWanted(null)
    }
  }
  const props = { 'aria-label': label, isSelected: wanted ?? isOn, onChange: (on: boolean) => void change(on) }
  return isCheck ? <Checkbox {...props} /> : <Switch {...props} />
}
