/** Where a field of the panel is in the document, so that a search can lead to it. */
import { join } from '#engine/core/document/pointer'
import type { ReactNode } from 'react'
import css from '../panels.module.css'

export type Path = readonly (string | number)[]

/** Around a field; not drawn. */
export function Place({ path, children }: { path: Path; children: ReactNode }) {
  return (
    <div className={css.place} data-place={join(...path)}>
      {children}
    </div>
  )
}
