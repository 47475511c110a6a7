import { StatusDot } from '#ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './day.module.css'

export function Panel({
  title,
  count,
  state,
  href,
  all,
  children,
}: {
  title: string
  count: string
  state: 'up' | 'down' | 'closed'
  href: string
  all: string
  children: ReactNode
}) {
  return (
    <article className={css.panel}>
      <h2 className={css.name}>
        <StatusDot status={state}>{title}</StatusDot> <span className={css.note}>{count}</span>
      </h2>
      {children}
      <p>
        <Link to={href}>{all}</Link>
      </p>
    </article>
  )
}
