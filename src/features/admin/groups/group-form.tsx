/** One group: who is in it, and what its members get besides their own. */
import type { AccessFlag } from '#domain/access'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import {
  atMost,
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
import { FLAG_NAMES, lacking } from '../flag-groups.ts'
import { PATHS } from '../paths.ts'
import { Unsaved } from '../unsaved.tsx'

export interface GroupValues {
  readonly name: string
  readonly description: string
  readonly members: number[]
  readonly flags: AccessFlag[]
  readonly clients: number[]
}

export const NEW_GROUP: GroupValues = { name: '', description: '', members: [], flags: [], clients: [] }

export interface GroupFormProps {
  initial: GroupValues
  clients: readonly Client[]
  users: readonly UserAccount[]
  /** Names of the other groups. */
  taken: readonly string[]
  save: (values: GroupValues) => Promise<void>
  /** At the start of the bar. */
  children?: ReactNode
}

export function GroupForm({ initial, clients, users, taken, save, children }: GroupFormProps) {
  const { t } = useUi()
  const form = useForm<GroupValues>({
    initial,
    onSubmit: save,
    rules: {
      name: [...nameRules, notAmong(taken), atMost(120)],
      description: atMost(1000),
      flags: (flags) => {
        const [first] = lacking(flags)
        return first === undefined
          ? null
          : t('admin:flags.lacking', { name: t(FLAG_NAMES[first.flag]), needs: t(FLAG_NAMES[first.needs]) })
      },
    },
  })
  const items = useMemo(() => clientItems(clients), [clients])
  const people = useMemo(() => users.map(({ id, username }) => ({ id, name: username })), [users])
  return (
    <Form
      form={form}
      label={t('admin:groups.one')}
      actions={
        <SaveBar form={form} cancelTo={PATHS.groups.list}>
          {children}
        </SaveBar>
      }
    >
      <Unsaved form={form} />
      <FormSection title={t('admin:groups.one')}>
        <TextField label={t('admin:name')} isRequired maxLength={120} {...form.field('name')} />
        <EntityMultiSelector label={t('admin:groups.members')} items={people} {...form.field('members')} />
        <FieldRow>
          <TextField label={t('admin:description')} rows={2} {...form.field('description')} />
        </FieldRow>
      </FormSection>
      <FormSection title={t('admin:groups.gives')} note={t('admin:groups.givesNote')} columns={1}>
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
