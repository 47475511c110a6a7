/** One account: who it is, what it may open, whose data it sees (spec 1, sections 3 and 6). */
import type { AccessFlag } from '#domain/access'
import { strictMac } from '#domain/mac'
import { LANGUAGE_NAMES, LANGUAGES } from '#i18n'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Group } from '#schemas/generated/entities/group.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import {
  atLeast,
  atMost,
  Checkbox,
  CheckboxGroup,
  EntityMultiSelector,
  EntitySelector,
  FieldRow,
  Form,
  FormSection,
  mandatory,
  matches,
  Notice,
  SaveBar,
  Select,
  TextField,
  type Translate,
  useForm,
  useUi,
} from '#ui'
import { useMemo } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { clientItems, clientTypes } from '../client-items.ts'
import { FlagField } from '../flag-field.tsx'
import { FLAG_NAMES, lacking } from '../flag-groups.ts'
import { PATHS } from '../paths.ts'
import { Unsaved } from '../unsaved.tsx'
import {
  type Label,
  LABELS,
  hasNoBrandLevel,
  LEVELS,
  macLines,
  POST_LOGIN,
  type PostLogin,
  tagsOf,
  type UserValues,
  waitsForScreen,
} from './user-values.ts'
import css from '../admin.module.css'

export interface UserFormProps {
  initial: UserValues
  clients: readonly Client[]
  groups: readonly Group[]
  /** Their own account: the role stays, nobody takes their own rights away by mistake. */
  isOwn?: boolean
  isNew?: boolean
  /** Sends it; throws FieldErrors for what belongs at a field. */
  save: (values: UserValues) => Promise<void>
}

const LOGIN_TYPES: readonly UserAccount['loginType'][] = ['password', 'otp', 'external']
const ROLES: readonly UserAccount['role'][] = ['basic', 'admin']
const USERNAME = /^[^\s@]+(@[^\s@]+)?$/
const POST_LOGIN_NAMES: Readonly<Record<PostLogin, string>> = {
  footCompare: 'home:screen.compare',
  footStatus: 'home:screen.status',
  automotive: 'home:screen.automotive',
  bigVenues: 'home:screen.bigVenues',
  occupancy: 'home:screen.occupancy',
  zonesOccupancy: 'home:screen.zonesOccupancy',
  buildingTrace: 'home:screen.corporate',
}

/** Flags that come through the chosen groups, each with the name of a group that gives it. */
function throughGroups(chosen: readonly number[], groups: readonly Group[]): ReadonlyMap<AccessFlag, string> {
  return new Map(
    groups
      .filter(({ id }) => chosen.includes(id))
      .toReversed()
      .flatMap(({ name, flags }) => flags.map((flag) => [flag, name] as const)),
  )
}

/** The first wrong line of the devices, in words. */
const macRule =
  (t: Translate) =>
  (text: string): string | null => {
    const wrong = macLines(text).find((line) => strictMac(line) === null)
    return wrong === undefined ? null : t('admin:users.macInvalid', { text: wrong })
  }

export function UserForm({ initial, clients, groups, isOwn = false, isNew = false, save }: UserFormProps) {
  const { t } = useUi()
  const { unbuilt } = useAdmin()
  /** The hint, after the word that the setting changes nothing yet. */
  const hint = (setting: Parameters<typeof waitsForScreen>[0], text: string) =>
    waitsForScreen(setting, unbuilt) ? `${t('admin:flags.noScreen')} · ${text}` : text
  const form = useForm<UserValues>({
    initial,
    onSubmit: save,
    rules: {
      username: [mandatory, atLeast(3), matches(USERNAME, t('admin:users.username'))],
      flags: (flags, values) => {
        const [first] = lacking(flags, [...throughGroups(values.groups, groups).keys()])
        return first === undefined
          ? null
          : t('admin:flags.lacking', { name: t(FLAG_NAMES[first.flag]), needs: t(FLAG_NAMES[first.needs]) })
      },
      tags: (text) =>
        tagsOf(text).length > 50 || tagsOf(text).some((tag) => tag.length > 60) ? t('admin:users.tagsInvalid') : null,
      loginMessage: [(text, values) => (values.useLoginMessage ? mandatory(text) : null), atMost(2000)],
      autoValue: atMost(120),
      macs: macRule(t),
    },
  })
  const { values } = form
  const through = useMemo(() => throughGroups(values.groups, groups), [values.groups, groups])
  const items = useMemo(() => clientItems(clients), [clients])
  const automotive = useMemo(
    () => clientItems(clients.filter(({ type, id }) => type === 'automotive' || id === initial.autoClient)),
    [clients, initial.autoClient],
  )
  const labels: readonly Label[] = values.loginType === 'external' ? [...values.labels, 'externalLogin'] : values.labels
  const setLabels = (next: readonly Label[]) => {
    form.set(
      'labels',
      next.filter((label) => label !== 'externalLogin'),
    )
    const isExternal = next.includes('externalLogin')
    if (isExternal !== (values.loginType === 'external')) form.set('loginType', isExternal ? 'external' : 'password')
  }
  const target = values.postLogin === null ? null : POST_LOGIN[values.postLogin]
  const cannotOpen =
    target !== null && values.role !== 'admin' && !values.flags.includes(target) && !through.has(target)
  return (
    <Form
      form={form}
      label={t('admin:users.one')}
      actions={
        <SaveBar form={form} cancelTo={PATHS.users.list} saveLabel={isNew ? t('admin:users.invite') : undefined} />
      }
    >
      <Unsaved form={form} />
      <FormSection title={t('admin:users.account')} note={isNew ? t('admin:users.inviteNote') : undefined}>
        <TextField
          label={t('admin:users.username')}
          isRequired
          autoComplete="off"
          inputMode="email"
          maxLength={254}
          help={t('admin:users.usernameHelp')}
          {...form.field('username')}
        />
        <Select
          label={t('admin:users.language')}
          help={t('admin:users.languageHelp')}
          options={LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
          {...form.field('lang')}
          onChange={(lang) => {
            if (lang !== null) form.set('lang', lang)
          }}
        />
        <Select
          label={t('admin:users.role')}
          isDisabled={isOwn}
          help={isOwn ? t('admin:users.roleOwn') : t(`admin:users.roleHelp.${values.role}`)}
          options={ROLES.map((id) => ({ id, label: t(`admin:role.${id}`) }))}
          {...form.field('role')}
          onChange={(role) => {
            if (role !== null) form.set('role', role)
          }}
        />
        <Select
          label={t('admin:users.loginType')}
          help={t(`admin:users.loginTypeHelp.${values.loginType}`)}
          options={LOGIN_TYPES.map((id) => ({ id, label: t(`admin:loginType.${id}`) }))}
          {...form.field('loginType')}
          onChange={(type) => {
            if (type !== null) form.set('loginType', type)
          }}
        />
        {!isNew && values.loginType !== 'external' && (
          <FieldRow>
            <Checkbox isSelected={values.passwordExpired} onChange={(on) => form.set('passwordExpired', on)}>
              {t('admin:users.passwordExpired')}
            </Checkbox>
          </FieldRow>
        )}
      </FormSection>

      <FormSection
        title={t('admin:users.data')}
        note={values.role === 'admin' ? t('admin:users.dataAdmin') : t('admin:users.dataNote')}
      >
        <EntityMultiSelector
          label={t('admin:clients')}
          items={items}
          types={clientTypes(t)}
          {...(values.role === 'admin' && { placeholder: t('admin:places.allClients') })}
          {...form.field('clients')}
        />
        <EntityMultiSelector
          label={t('admin:groups.title')}
          help={t('admin:users.groupsHelp')}
          items={groups.map(({ id, name, description }) => ({
            id,
            name,
            ...(description !== '' && { hint: description }),
          }))}
          {...form.field('groups')}
        />
      </FormSection>

      <FormSection title={t('admin:flags.title')} note={t('admin:flags.note')} columns={1}>
        <FlagField through={through} isAdmin={values.role === 'admin'} {...form.field('flags')} />
      </FormSection>

      <FormSection title={t('admin:users.labels')} columns={1}>
        <CheckboxGroup
          label={t('admin:users.labelsField')}
          error={null}
          value={labels}
          onChange={setLabels}
          options={LABELS.map((id) => ({
            id,
            label: t(`admin:label.${id}`),
            hint: hint(id, t(`admin:labelHint.${id}`)),
          }))}
        />
        <TextField
          label={t('admin:users.tags')}
          help={hint('datasourcesTags', t('admin:users.tagsHelp'))}
          {...form.field('tags')}
        />
      </FormSection>

      <FormSection title={t('home:section.automotive')} note={hint('auto_client', t('admin:users.automotiveNote'))}>
        <EntitySelector label={t('admin:users.autoClient')} items={automotive} {...form.field('autoClient')} />
        <Select
          label={t('admin:users.autoLevel')}
          emptyLabel={t('admin:users.noLevel')}
          flaggedLabel={values.autoLevel ?? undefined}
          options={LEVELS.map((id) => ({ id: id as string, label: t(`admin:level.${id}`) }))}
          {...form.field('autoLevel')}
        />
        <TextField
          label={t('admin:users.autoValue')}
          help={t('admin:users.autoValueHelp')}
          isDisabled={values.autoLevel === null}
          {...form.field('autoValue')}
        />
        {hasNoBrandLevel(values) && (
          <FieldRow>
            <Notice kind="warn" title={t('admin:users.noBrandLevel')}>
              {t('admin:users.noBrandLevelText')}
            </Notice>
          </FieldRow>
        )}
      </FormSection>

      <FormSection title={t('admin:users.afterLogin')}>
        <Select
          label={t('admin:users.postLogin')}
          emptyLabel={t('admin:users.postLoginHome')}
          help={
            target !== null && unbuilt.has(target)
              ? t('admin:users.postLoginUnbuilt', { name: t(FLAG_NAMES[target]) })
              : cannotOpen
                ? t('admin:users.postLoginLacks', { name: t(FLAG_NAMES[target]) })
                : t('admin:users.postLoginHelp')
          }
          options={(Object.keys(POST_LOGIN) as PostLogin[]).map((id) => ({ id, label: t(POST_LOGIN_NAMES[id]) }))}
          {...form.field('postLogin')}
        />
        <FieldRow>
          <div className={css.stack}>
            <Checkbox isSelected={values.useLoginMessage} onChange={(on) => form.set('useLoginMessage', on)}>
              {t('admin:users.useLoginMessage')}
            </Checkbox>
            <TextField
              label={t('admin:users.loginMessage')}
              rows={3}
              isRequired={values.useLoginMessage}
              {...form.field('loginMessage')}
            />
          </div>
        </FieldRow>
      </FormSection>

      <FormSection title={t('admin:users.devices')} note={t('admin:users.devicesNote')} columns={1}>
        <TextField label={t('admin:users.macs')} rows={3} help={t('admin:users.macsHelp')} {...form.field('macs')} />
      </FormSection>
    </Form>
  )
}
