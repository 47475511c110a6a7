/** The state of a widget's figures as a sign, and their passport behind it (coverage, definitions, as of). The page has the word, once. */
import { PassportPanel, Popover, StateMark, useUi } from '#ui'
import { CheckIcon } from '#ui/icons/index.tsx'
import { memo, useLayoutEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Passport } from '../types.ts'
import css from './passport-note.module.css'

export function PassportNote({ passport }: { passport: Passport }) {
  const [latest] = useState(() => createStore<Passport>(() => passport))
  useLayoutEffect(() => latest.setState(passport, true), [latest, passport])
  return <Mark state={passport.state} latest={latest} />
}

/** Memoised: other figures that are as complete change nothing of the button, only what is behind it. */
const Mark = memo(function Mark({ state, latest }: { state: Passport['state']; latest: StoreApi<Passport> }) {
  const { t } = useUi()
  return (
    <Popover
      label={t('app:frame.passport')} placement="bottom start"
      trigger={state === 'final'
        // Nothing is worth a word when all is there; the passport can be asked for all the same.
        ? <Button className={css.trigger} aria-label={t('ui.state.final')}><span className={css.final}><CheckIcon /></span></Button>
        : <Button className={css.trigger}><StateMark state={state} withWord={state === 'missing'} /></Button>}
    >
      <Panel latest={latest} />
    </Popover>
  )
})

function Panel({ latest }: { latest: StoreApi<Passport> }) {
  return <PassportPanel passport={useStore(latest)} />
}
