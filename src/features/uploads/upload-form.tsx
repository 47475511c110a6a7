import {
  isText,
  needsClient,
  OFFER_MODES,
  mayUseMode,
  UPLOAD_KINDS,
  UPLOAD_MAX_BYTES,
  type OfferMode,
  type UploadKind,
} from '#domain/uploads'
import type { Client } from '#schemas/generated/entities/client.ts'
import { Button, EntitySelector, FilePicker, Select, useUi } from '#ui'
import { UploadIcon } from '#ui/icons/index.tsx'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { CheckResult } from './check-result.tsx'
import { FormatPanel } from './format-panel.tsx'
import { Outcome } from './outcome.tsx'
import { isValid, useUpload } from './use-upload.ts'
import { useUploads } from './uploads-frame.tsx'
import css from './uploads.module.css'

const isOf = <T extends string>(all: readonly T[], value: string | null): value is T => all.includes(value as T)

/** Kind, mode and client are in the address; a file cannot. */
export function UploadForm({ clients }: { clients: readonly Client[] }) {
  const { t } = useUi()
  const { isAdmin } = useUploads()
  const [search, setSearch] = useSearchParams()
  const requested = { kind: search.get('kind'), mode: search.get('mode'), client: Number(search.get('client')) }
  const work = useUpload({
    kind: isOf(UPLOAD_KINDS, requested.kind) ? requested.kind : 'offersOrders',
    mode: isOf(OFFER_MODES, requested.mode) ? requested.mode : 'SINGLE',
    client:
      clients.find(({ id }) => id === requested.client)?.id ?? (clients.length === 1 ? (clients[0]?.id ?? null) : null),
  })
  const {
    choice: { kind, mode, client, file },
    stage,
    choose,
    load,
  } = work
  const isBusy = stage.name === 'loading'
  const said = useRef<HTMLDivElement>(null)
  const set = (part: { kind?: UploadKind; mode?: OfferMode; client?: number | null }) => {
    choose(part)
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(part)) {
          if (value === null) next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace: true },
    )
  }
  /** The button is done with its work and gives the focus to what came of it. */
  const submit = async () => {
    await load()
    requestAnimationFrame(() => said.current?.focus())
  }
  const text = isText(kind, mode)
  const canLoad = stage.name === 'checked' && isValid(stage.check)
  return (
    <div className={css.split}>
      <form
        className={css.form}
        aria-label={t('uploads:title')}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className={css.fields}>
          <Select
            label={t('uploads:kind')}
            isRequired
            isDisabled={isBusy}
            options={UPLOAD_KINDS.map((id) => ({ id, label: t(`uploads:kind.${id}`) }))}
            value={kind}
            onChange={(next) => {
              if (next !== null) set({ kind: next })
            }}
          />
          {kind === 'offersOrders' && (
            <Select
              label={t('uploads:mode')}
              isRequired
              isDisabled={isBusy}
              value={mode}
              onChange={(next) => {
                if (next !== null) set({ mode: next })
              }}
              options={OFFER_MODES.map((id) => ({
                id,
                label: mayUseMode(id, isAdmin)
                  ? t(`uploads:mode.${id}`)
                  : t('uploads:mode.adminOnly', { mode: t(`uploads:mode.${id}`) }),
                isDisabled: !mayUseMode(id, isAdmin),
              }))}
              help={isAdmin ? undefined : t('uploads:mode.single')}
            />
          )}
          {needsClient(kind, mode) && (
            <EntitySelector
              label={t('uploads:client')}
              isRequired
              isDisabled={isBusy}
              items={clients.map(({ id, name }) => ({ id, name }))}
              value={client}
              onChange={(next) => set({ client: next })}
            />
          )}
        </div>
        <FilePicker
          label={t('uploads:file')}
          isRequired
          isDisabled={isBusy}
          accept={text ? ['.csv', '.txt'] : ['.xlsx']}
          maxBytes={UPLOAD_MAX_BYTES[text ? 'text' : 'workbook']}
          value={file === null ? [] : [file]}
          onChange={([next]) => choose({ file: next ?? null })}
          help={file !== null && needsClient(kind, mode) && client === null ? t('uploads:clientFirst') : undefined}
        />
        <div ref={said} tabIndex={-1} role="status" aria-live="polite" className={css.said}>
          {stage.name === 'checking' && <p className={css.hint}>{t('uploads:checking', { name: file?.name ?? '' })}</p>}
          {stage.name === 'loading' && <p className={css.hint}>{t('uploads:loading', { name: file?.name ?? '' })}</p>}
          <Outcome kind={kind} stage={stage} />
        </div>
        {(stage.name === 'checked' || stage.name === 'loading') && (
          <CheckResult check={stage.check} kind={kind} mode={mode} />
        )}
        <div className={css.go}>
          <Button kind="primary" type="submit" icon={<UploadIcon />} isDisabled={!canLoad} isPending={isBusy}>
            {t('uploads:load')}
          </Button>
          {stage.name === 'checked' && !canLoad && <p className={css.hint}>{t('uploads:fixFirst')}</p>}
        </div>
      </form>
      <FormatPanel kind={kind} mode={mode} />
    </div>
  )
}
