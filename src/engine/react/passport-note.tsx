/**
 * The state of a widget's figures as a sign, and their passport behind it (coverage, days, stores, definitions, as of).
 * The page has the word, once.
 */
import { isMixed } from '#domain/compared-stores'
import type { Basis } from '#domain/basis'
import { definitionOf, findMetric } from '#domain/metrics/index'
import { PassportPanel, Popover, StateMark, useUi } from '#ui'
import { CheckIcon, MixedIcon } from '#ui/icons/index.tsx'
import { memo, useLayoutEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { placeText } from '../core/run/place-words.ts'
import { comparedOf, daysLine, type PassportFacts, storesLine } from '../core/run/passport-facts.ts'
import type { Passport } from '../types.ts'
import css from './passport-note.module.css'

interface Shown {
  readonly passport: Passport
  readonly basis: Basis | undefined
  readonly factsOf: (() => PassportFacts | null) | undefined
}

/** More definitions than this are a glossary; the note about the widget has eight of them. */
const MAX_DEFINITIONS = 4

export interface PassportNoteProps {
  passport: Passport
  basis?: Basis | undefined
  /** What else the figures rest on; asked for when the passport is opened. */
  factsOf?: (() => PassportFacts | null) | undefined
}

export function PassportNote({ passport, basis, factsOf }: PassportNoteProps) {
  const [latest] = useState(() => createStore<Shown>(() => ({ passport, basis, factsOf })))
  useLayoutEffect(() => latest.setState({ passport, basis, factsOf }, true), [latest, passport, basis, factsOf])
  return <Mark state={passport.state} mixed={basis !== undefined && isMixed(basis)} latest={latest} />
}

/** Memoised: other figures that are as complete change nothing of the button, only what is behind it. */
const Mark = memo(function Mark({
  state,
  mixed,
  latest,
}: {
  state: Passport['state']
  mixed: boolean
  latest: StoreApi<Shown>
}) {
  const { t } = useUi()
  return (
    <Popover
      label={t('app:frame.passport')}
      placement="bottom start"
      trigger={
        state === 'final' && mixed ? (
          // All came, but of other stores on either side: a tick would say that they can be compared.
          <Button className={css.trigger} aria-label={t('app:stores.notJudged')}>
            <span className={css.final}>
              <MixedIcon />
            </span>
          </Button>
        ) : state === 'final' ? (
          // Nothing is worth a word when all is there; the passport can be asked for all the same.
          <Button className={css.trigger} aria-label={t('ui.state.final')}>
            <span className={css.final}>
              <CheckIcon />
            </span>
          </Button>
        ) : (
          <Button className={css.trigger}>
            <StateMark state={state} withWord={state === 'missing'} />
          </Button>
        )
      }
    >
      <Panel latest={latest} />
    </Popover>
  )
})

function Panel({ latest }: { latest: StoreApi<Shown> }) {
  const { t, locale } = useUi()
  const { passport, basis, factsOf } = useStore(latest)
  const facts = factsOf?.() ?? null
  const stores = basis && comparedOf(basis)
  const known = facts ?? { days: null, stores: stores ?? null, metrics: [], asOf: passport.asOf }
  const { asked, comparing, reference } = basis ?? { asked: 0, comparing: 0, reference: 0 }
  const metrics = known.metrics.slice(0, MAX_DEFINITIONS)
  return (
    <PassportPanel
      passport={{
        ...passport,
        asOf: known.asOf,
        definitions: [...new Set([...passport.definitions, ...definitionsOf(known.metrics)])],
      }}
      about={[...daysLine(known, locale, t), ...storesLine(known, t)]}
      definition={
        (metrics.length > 0 || (basis !== undefined && isMixed(basis))) && (
          <>
            {basis !== undefined && isMixed(basis) && (
              <p>
                {t(placeText(basis.places, basis.why === 'none' ? 'none' : 'mixed'), { asked, comparing, reference })}
              </p>
            )}
            {metrics.map((id) => (
              <p key={id}>
                <strong>{t(`metrics:${id}.name`)}</strong>: {t(`metrics:${id}.description`)}
              </p>
            ))}
          </>
        )
      }
    />
  )
}

const definitionsOf = (metrics: readonly string[]): string[] =>
  metrics.flatMap((id) => {
    const metric = findMetric(id)
    return metric === undefined ? [] : [definitionOf(metric)]
  })
