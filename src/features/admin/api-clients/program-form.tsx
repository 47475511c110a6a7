/** One API client: where it may lead people, and what its own user may read. */
import type { AccessFlag } from '#domain/access'
import type { Client } from '#schemas/generated/entities/client.ts'
import {
  atMost,
  Checkbox,
  EntityMultiSelector,
  FieldRow,
  Form,
  FormSection,
  nameRules,
  notAmong,
  SaveBar,
  TextField,
  useForm,
  useUi,
} from '#ui'
import { type ReactNode, useMemo } from 'react'
import { clientItems, clientTypes } from '../client-items.ts'
import { FlagField } from '../flag-field.tsx'
import { FLAG_NAMES } from '../flag-names.ts'
import { lacking } from '../flag-groups.ts'
import { PATHS } from '../paths.ts'
import { Unsaved } from '../leaving.tsx'

export interface ProgramValues {
  readonly name: string
  /** One on each line. */
  readonly redirectUris: string
  readonly clients: number[]
  readonly flags: AccessFlag[]
  readonly enabled: boolean
  readonly pkce: boolean
}

export const NEW_PROGRAM: ProgramValues = {
  name: '',
  redirectUris: '',
  clients: [],
  flags: [],
  enabled: true,
  pkce: false,
}

export const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
]

const MAX_ADDRESSES = 20

export interface ProgramFormProps {
  initial: ProgramValues
  clients: readonly Client[]
  /** Names of the others. */
  taken: readonly string[]
  isNew?: boolean
  save: (values: ProgramValues) => Promise<void>
  children?: ReactNode
}

export function ProgramForm({ initial, clients, taken, isNew = false, save, children }: ProgramFormProps) {
  const { t } = useUi()
  const form = useForm<ProgramValues>({
    initial,
    onSubmit: save,
    rules: {
      name: [...nameRules, notAmong(taken), atMost(200)],
      redirectUris: (text) => {
        const lines = linesOf(text)
        const wrong = lines.find((line) => !URL.canParse(line) || !/^https?:/.test(line))
        if (wrong !== undefined) return t('errors:REDIRECT_URI_INVALID', { uri: wrong })
        return lines.length > MAX_ADDRESSES ? t('admin:programs.tooMany', { count: MAX_ADDRESSES }) : null
      },
      flags: (flags) => {
        const [first] = lacking(flags)
        return first === undefined
          ? null
          : t('admin:flags.lacking', { name: t(FLAG_NAMES[first.flag]), needs: t(FLAG_NAMES[first.needs]) })
      },
    },
  })
  const items = useMemo(() => clientItems(clients), [clients])
  return (
    <Form
      form={form}
      label={t('admin:programs.one')}
      actions={
        <SaveBar form={form} cancelTo={PATHS.programs.list} saveLabel={isNew ? t('admin:programs.create') : undefined}>
          {children}
        </SaveBar>
      }
    >
      <Unsaved form={form} />
      <FormSection title={t('admin:programs.one')} note={isNew ? t('admin:programs.newNote') : undefined}>
        <FieldRow>
          <TextField label={t('admin:name')} isRequired maxLength={200} {...form.field('name')} />
        </FieldRow>
        <FieldRow>
          <Checkbox isSelected={form.values.enabled} onChange={(on) => form.set('enabled', on)}>
            {t('admin:programs.enabled')}
          </Checkbox>
        </FieldRow>
      </FormSection>
      <FormSection title={t('admin:programs.signIn')} note={t('admin:programs.signInNote')} columns={1}>
        <TextField
          label={t('admin:programs.redirectUris')}
          rows={3}
          help={t('admin:programs.redirectUrisHelp')}
          {...form.field('redirectUris')}
        />
        <Checkbox isSelected={form.values.pkce} onChange={(on) => form.set('pkce', on)}>
          {t('admin:programs.pkce')}
        </Checkbox>
      </FormSection>
      <FormSection title={t('admin:programs.rights')} note={t('admin:programs.rightsNote')} columns={1}>
        <EntityMultiSelector
          label={t('admin:clients')}
          items={items}
          types={clientTypes(t)}
          {...form.field('clients')}
        />
        <FlagField {...form.field('flags')} />
      </FormSection>
    </Form>
  )
}
