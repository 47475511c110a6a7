/**
 * Why an address led home: it does not exist, has no page yet, or asks for a right that this account lacks. Shown until
 * it is dismissed.
 */
import { Notice, useUi } from '#ui'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { type BlockedVisit, blockedVisit } from './blocked-visit.ts'
import { screenNameOf } from './navigation.ts'
import css from './shell.module.css'

export function BlockedNotice() {
  const visit = useStore(blockedVisit.store, (state) => state.visit)
  return visit === null ? null : <VisitNotice key={visit.path} visit={visit} />
}

function VisitNotice({ visit }: { visit: BlockedVisit }) {
  const { t } = useUi()
  const ref = useRef<HTMLDivElement>(null)
  // After a link, screen readers read the reason, not the title of a page that was not requested.
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={ref} tabIndex={-1} className={css.blocked} data-print="hide">
      <Notice
        kind="warn"
        title={t(`home:blocked.${visit.kind}Title`, {
          name: visit.kind === 'unbuilt' ? t(`home:screen.${visit.screen}`) : '',
        })}
        onClose={blockedVisit.dismiss}
      >
        {visit.kind === 'forbidden' ? (
          <Forbidden visit={visit} />
        ) : (
          t(`home:blocked.${visit.kind}`, { path: visit.path })
        )}
      </Notice>
    </div>
  )
}

function Forbidden({ visit: { path, admin, flags } }: { visit: Extract<BlockedVisit, { kind: 'forbidden' }> }) {
  const { t } = useUi()
  const names = flags.flatMap((flag) => screenNameOf(flag) ?? []).map((key) => t(key))
  return (
    <>
      {admin && <p>{t('home:blocked.admin', { path })}</p>}
      {names.length > 0 && <p>{t('home:blocked.flags', { path, names: names.join(', ') })}</p>}
    </>
  )
}
