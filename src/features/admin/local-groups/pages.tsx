/** Groups of locals: what their list shows and what their form asks. */
import { localsInList } from '#domain/local-list'
import type { ListedLocals } from '#domain/local-list'
import type { LocalGroupDraft } from '#schemas/generated/api/local-group-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { LocalGroup } from '#schemas/generated/entities/local-group.ts'
import {
  atMost,
  EntityMultiSelector,
  EntitySelector,
  FieldRow,
  FilePicker,
  FormSection,
  mandatory,
  nameRules,
  Select,
  TextField,
  useUi,
} from '#ui'
import { TableIcon } from '#ui/icons/index.tsx'
import { useState } from 'react'
import { clientItems } from '../client-items.ts'
import { changedColumn, resourcePages } from '../resource/pages.tsx'
import type { FieldsProps } from '../resource/resource.ts'
import { useClients } from '../use-admin-data.ts'
import { localItems, useLocals } from '../use-locals.ts'

interface Values {
  readonly name: string
  readonly client: number | null
  readonly kind: LocalGroup['kind']
  readonly locals: readonly number[]
  readonly comment: string
}

const KINDS: readonly LocalGroup['kind'][] = ['region', 'format', 'list']
/** A list of ten thousand codes is far less. */
const MAX_BYTES = 1_000_000
const UNKNOWN_NAMED = 8

function Fields({ form, lists }: FieldsProps<Values, readonly Client[]>) {
  const { t } = useUi()
  const [read, setRead] = useState<ListedLocals | null>(null)
  const client = form.values.client
  const locals = useLocals(client ?? undefined).data ?? []
  const own = locals.filter((local) => local.client === client)
  const chosen = form.field('locals')
  const take = async ([file]: readonly File[]) => {
    if (file === undefined) return
    const listed = localsInList(await file.text(), own)
    setRead(listed)
    chosen.onChange([...new Set([...form.values.locals, ...listed.found])])
  }
  return (
    <FormSection title={t('noun-local-groups:one')}>
      <TextField label={t('admin:name')} isRequired maxLength={120} {...form.field('name')} />
      <EntitySelector
        label={t('noun-local-groups:client')}
        isRequired
        items={clientItems(lists)}
        {...form.field('client')}
      />
      <Select
        label={t('noun-local-groups:kind')}
        options={KINDS.map((id) => ({ id, label: t(`noun-local-groups:kinds.${id}`) }))}
        value={form.values.kind}
        onChange={(kind) => {
          if (kind !== null) form.field('kind').onChange(kind)
        }}
      />
      <FieldRow>
        <EntityMultiSelector
          label={t('noun-local-groups:locals')}
          items={localItems(own, client)}
          {...(client === null && { help: t('noun-local-groups:clientFirst') })}
          isDisabled={client === null}
          {...chosen}
        />
      </FieldRow>
      <FieldRow>
        <FilePicker
          label={t('noun-local-groups:file')}
          help={
            read === null
              ? t('noun-local-groups:fileHelp')
              : [
                  t('noun-local-groups:fileAdded', { count: read.found.length }),
                  ...(read.unknown.length === 0 ? [] : [unknownWords(t, read.unknown)]),
                ].join('. ')
          }
          isDisabled={client === null}
          accept={['.csv', '.txt']}
          maxBytes={MAX_BYTES}
          value={[]}
          onChange={(files) => void take(files)}
        />
      </FieldRow>
      <FieldRow>
        <TextField label={t('noun-local-groups:comment')} rows={2} {...form.field('comment')} />
      </FieldRow>
    </FormSection>
  )
}

const unknownWords = (t: ReturnType<typeof useUi>['t'], unknown: readonly string[]) =>
  t('noun-local-groups:fileUnknown', {
    names: `${unknown.slice(0, UNKNOWN_NAMED).join(', ')}${unknown.length > UNKNOWN_NAMED ? '…' : ''}`,
  })

export default resourcePages<LocalGroup, LocalGroupDraft, Values, readonly Client[]>({
  name: 'local-groups',
  words: 'noun-local-groups:',
  icon: TableIcon,
  collection: (api) => api.entries('local-groups'),
  label: ({ name }) => name,
  columns: (t, clients) => [
    { attr: 'name', label: t('admin:name') },
    {
      attr: 'client',
      label: t('noun-local-groups:client'),
      value: ({ client }) => clients?.find(({ id }) => id === client)?.name ?? String(client),
    },
    {
      attr: 'kind',
      label: t('noun-local-groups:kind'),
      value: ({ kind }) => t(`noun-local-groups:kinds.${kind}`),
    },
    { attr: 'locals', label: t('noun-local-groups:locals'), type: 'Number', value: ({ locals }) => locals.length },
    { attr: 'comment', label: t('noun-local-groups:comment') },
    changedColumn(t),
  ],
  useLists: useClients,
  initial: { name: '', client: null, kind: 'list', locals: [], comment: '' },
  valuesOf: ({ name, client, kind, locals, comment }) => ({ name, client, kind, locals, comment }),
  draftOf: ({ name, client, kind, locals, comment }) => ({
    name: name.trim(),
    client: client ?? 0,
    kind,
    locals: [...locals],
    comment: comment.trim(),
  }),
  rules: () => ({ name: [...nameRules, atMost(120)], client: mandatory, comment: atMost(1000) }),
  Fields,
  places: () => ({ NAME_TAKEN: 'name', CLIENT_NOT_FOUND: 'client', LOCAL_NOT_FOUND: 'locals' }),
})
