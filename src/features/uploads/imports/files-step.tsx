/** The files, whose they are and the preset: chosen before they are sent. */
import { useQuery } from '@tanstack/react-query'
import { IMPORT_ENDINGS, IMPORT_MAX_BYTES, IMPORT_MAX_FILES } from '#domain/imports'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { Button, FilePicker, Notice, Select, useUi } from '#ui'
import { writeBytes } from '#ui/files/file-rules.ts'
import { useState } from 'react'
import { KEYS, useImports } from './imports-frame.tsx'
import { PresetManager } from './preset-manager.tsx'
import { useSending } from './use-sending.ts'
import { type Owner, Whose } from './whose.tsx'
import css from './imports.module.css'

interface NewFilesProps {
  clients: readonly Client[]
  initialClient: number | null
  onBegun: (begun: Import) => void
}

/** The chosen files stay chosen when sending fails. */
export function NewFiles({ clients, initialClient, onBegun }: NewFilesProps) {
  const { t, locale } = useUi()
  const { api } = useImports()
  const presets = useQuery({ queryKey: KEYS.presets, queryFn: ({ signal }) => api.presets(signal) })
  const [files, setFiles] = useState<File[]>([])
  const [owner, setOwner] = useState<Owner>({
    isNew: clients.length === 0,
    client: initialClient,
    newClient: '',
  })
  const [format, setFormat] = useState<string | null>(null)
  const { isSending, refusal, begin, stop } = useSending(onBegun)

  const { isNew, client } = owner
  const newClient = owner.newClient.trim()
  const isComplete = files.length > 0 && (isNew ? newClient !== '' : client !== null)
  const send = async () => {
    if (isComplete) await begin(files, { ...(isNew ? { newClient } : { client }), ...(format !== null && { format }) })
  }
  const size = writeBytes(
    files.reduce((sum, file) => sum + file.size, 0),
    locale,
  )
  return (
    <form
      className={css.form}
      aria-label={t('imports:step.files')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <FilePicker
        label={t('imports:files')}
        isRequired
        isMultiple
        isDisabled={isSending}
        accept={[...IMPORT_ENDINGS]}
        maxFiles={IMPORT_MAX_FILES}
        maxBytes={IMPORT_MAX_BYTES}
        value={files}
        onChange={setFiles}
        help={t('imports:filesHelp')}
      />
      <div className={css.fields}>
        <Whose clients={clients} owner={owner} onChange={setOwner} isDisabled={isSending} />
        <div className={css.presetChoice}>
          <Select
            label={t('imports:preset')}
            emptyLabel={t('imports:automatic')}
            isDisabled={isSending}
            value={format}
            onChange={setFormat}
            flaggedLabel={format ?? undefined}
            options={(presets.data ?? []).map(({ name, about }) => ({
              id: name,
              label: name,
              ...(about !== '' && { hint: about }),
            }))}
          />
          <PresetManager presets={presets.data ?? []} clients={clients} />
        </div>
      </div>
      {refusal !== null && (
        <Notice kind="bad" title={t('imports:notSent')}>
          {refusal}
        </Notice>
      )}
      <div className={css.go}>
        <Button kind="primary" type="submit" isDisabled={!isComplete} isPending={isSending}>
          {t('imports:read')}
        </Button>
        {isSending ? (
          <>
            <Button kind="quiet" onPress={stop}>
              {t('imports:stopSending')}
            </Button>
            <p role="status" className={css.hint}>
              {t('imports:sending', { count: files.length, size })}
            </p>
          </>
        ) : (
          <p className={css.hint}>{t('imports:nothingYet')}</p>
        )}
      </div>
    </form>
  )
}
