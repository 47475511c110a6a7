/**
 * In the place of an entry that was deleted, or above what is still on show of it: by whom, what happened to it before,
 * and how to have it back.
 */
import { isRecord } from '#domain/record'
import { tableMoment } from '#domain/moment'
import { Button, EmptyState, Notice, Page, type Translate, useUi } from '#ui'
import { TrashIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { History } from './history.tsx'
import css from '../admin.module.css'

export interface Removal {
  readonly by: string
  /** Epoch ms. */
  readonly at: number
  /** Until then it can be restored. */
  readonly until: number
}

/** The details of an error about a deleted entry that can be restored; null for any other. */
export function removalIn(error: unknown): Removal | null {
  if (!isRecord(error) || error.code !== 'ENTRY_NOT_FOUND' || !isRecord(error.details)) return null
  const { removedBy: by, removedAt: at, restorableUntil: until } = error.details
  return typeof by === 'string' && typeof at === 'number' && typeof until === 'number' ? { by, at, until } : null
}

interface RemovedPageProps {
  /** As the audit log calls it. */
  noun: string
  words: string
  id: number
  /** The list. */
  back: string
  removal: Removal
  restore: () => Promise<void>
}

function RestoreButton({ restore, isMain = false }: Pick<RemovedPageProps, 'restore'> & { isMain?: boolean }) {
  const { t } = useUi()
  const [isPending, setPending] = useState(false)
  const press = async () => {
    setPending(true)
    await restore()
    setPending(false)
  }
  return (
    <Button {...(isMain ? { kind: 'primary' } : { size: 'small' })} isPending={isPending} onPress={() => void press()}>
      {t('admin:restore')}
    </Button>
  )
}

const textOf = (t: Translate, { by, at, until }: Removal) =>
  t('admin:removedText', { by, at: tableMoment(at), until: tableMoment(until) })

/** Deleted while it is on show: what was typed stays to be read, and can be saved once it is restored. */
export function RemovedNotice({ removal, restore }: Pick<RemovedPageProps, 'removal' | 'restore'>) {
  const { t } = useUi()
  return (
    <Notice kind="bad" title={t('admin:removedTitle')} action={<RestoreButton restore={restore} />}>
      {textOf(t, removal)}
    </Notice>
  )
}

export function RemovedPage({ noun, words, id, back, removal, restore }: RemovedPageProps) {
  const { t } = useUi()
  return (
    <Page title={`${t(`${words}one`)} #${id}`} width="narrow" back={{ href: back, label: t(`${words}title`) }}>
      <div className={css.stack}>
        <EmptyState
          icon={<TrashIcon size={20} />}
          title={t('admin:removedTitle')}
          action={<RestoreButton restore={restore} isMain />}
        >
          {textOf(t, removal)}
        </EmptyState>
        <History noun={noun} words={words} entity={{ id }} columns={[]} />
      </div>
    </Page>
  )
}
