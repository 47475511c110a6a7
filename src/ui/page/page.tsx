/** One ordinary page: its title, what can be done, one main thing. */
import type { ReactNode } from 'react'
import { Link } from 'react-aria-components'
import { ChevronLeftIcon } from '../icons/index.tsx'
import { PageHeader } from '../page-header.tsx'
import css from './page.module.css'

export interface PageProps {
  title: string
  /** Its context and scope. */
  note?: ReactNode
  actions?: ReactNode
  /** The way back, above the title. */
  back?: { readonly href: string; readonly label: string }
  /** `narrow` for forms and reading, `wide` (default) for tables. */
  width?: 'narrow' | 'wide'
  children: ReactNode
}

export function Page({ title, note, actions, back, width = 'wide', children }: PageProps) {
  return (
    <div className={css.page} data-width={width}>
      <PageHeader
        title={title}
        note={note}
        actions={actions}
        back={
          back && (
            <Link href={back.href} className={css.back}>
              <ChevronLeftIcon size={14} />
              {back.label}
            </Link>
          )
        }
      />
      {children}
    </div>
  )
}
