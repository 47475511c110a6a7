import { VisuallyHidden } from '#ui'
import { Fragment } from 'react'
import css from './account.module.css'

/**
 * A long key as a hand types it, in groups of four; read aloud letter by letter. The gaps are no blanks, so that none
 * is copied along.
 */
export function TypedKey({ text }: { text: string }) {
  const groups = text.match(/.{1,4}/g) ?? []
  return (
    <>
      <code className={css.key} aria-hidden="true">
        {groups.map((group, at) => (
          <Fragment key={`${at}${group}`}>
            {at > 0 && <wbr />}
            <span>{group}</span>
          </Fragment>
        ))}
      </code>
      <VisuallyHidden>{groups.map((group) => group.split('').join(' ')).join(', ')}</VisuallyHidden>
    </>
  )
}
