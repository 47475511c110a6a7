/** The state of a widget's figures as a sign, and their passport behind it (coverage, definitions, as of). The page has the word, once. */
import { type Basis, isMixed } from '#domain/compared-stores'
import { PassportPanel, Popover, StateMark, useUi } from '#ui'
import { CheckIcon, MixedIcon } from '#ui/icons/index.tsx'
import { memo, useLayoutEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Passport } from '../types.ts'
import css from './passport-note.module.css'

interface Shown { readonly passport: Passport; readonly basis: Basis | undefined }

export function PassportNote({ passport, basis }: { passport: Passport; basis?: Basis | undefined }) {
  const [latest] = useState(() => createStore<Shown>(() => ({ passport, basis })))
  useLayoutEffect(() => latest.setState({ passport, basis }, true), [latest, passport, basis])
  return <Mark state={passport.state} mixed={basis !== undefined && isMixed(basis)} latest={latest} />
}

/** Memoised: other figures that are as complete change nothing of the button, only what is behind it. */
const Mark = memo(function Mark({ state, mixed, latest }: { state: Passport['state']; mixed: boolean; latest: StoreApi<Shown> }) {
  const { t } = useUi()
  return (
    <Popover
      label={t('app:frame.passport')} placement="bottom start"
      trigger={state === 'final' && mixed
        // All came, but of other stores on either side: a tick would say that they can be compared.
        ? <Button className={css.trigger} aria-label={t('app:stores.notComparable')}><span className={css.final}><MixedIcon /></span></Button>
        : state === 'final'
        // Nothing is worth a word when all is there; the passport can be asked for all the same.
        ? <Button className={css.trigger} aria-label={t('ui.state.final')}><span className={css.final}><CheckIcon /></span></Button>
        : <Button className={css.trigger}><StateMark state={state} withWord={state === 'missing'} /></Button>}
    >
      <Panel latest={latest} />
    </Popover>
  )
})

function Panel({ latest }: { latest: StoreApi<Shown> }) {
  const { t } = useUi()
  const { passport, basis } = useStore(latest)
  if (basis === undefined) return <PassportPanel passport={passport} />
  const { asked, compared, comparing, reference } = basis
  const about = [[t('app:about.stores'), t('app:about.storesOf', { compared, asked })]] as const
  if (!isMixed(basis)) return <PassportPanel passport={passport} about={about} />
  return <PassportPanel passport={passport} about={about} definition={t(basis.why === 'none' ? 'app:stores.none' : 'app:stores.mixed', { asked, comparing, reference })} />
}
