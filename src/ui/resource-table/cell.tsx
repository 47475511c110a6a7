/** One cell of the generic table, by the type of its column. */
import type { ReactNode } from 'react'
import { Link } from 'react-aria-components'
import { NOTHING } from '../format.ts'
import { CheckIcon, ExternalIcon } from '../icons/index.tsx'
import { useUi } from '../provider.tsx'
import { Badge } from '../badge.tsx'
import { StatusDot } from '../status-dot.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import type { ResourceColumn, ResourceOptions } from './types.ts'
import { isFootState, listOf, rawOf, safeHref, textOf } from './values.ts'
import css from './resource-table.module.css'
import { List } from './cell-list.tsx'
import { ToggleCell } from './toggle-cell.tsx'

interface CellProps<R> {
  row: R
  column: ResourceColumn<R>
  /** Name of the row, for its switches. */ rowName: string
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
