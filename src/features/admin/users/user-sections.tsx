/** The parts of an account's form: who it is, whose data it sees, its labels, where it starts. */
import type { AccessFlag } from '#domain/access'
import { LANGUAGE_NAMES, LANGUAGES } from '#i18n'
import type { Client } from '#schemas/generated/entities/client.ts'
import type { Group } from '#schemas/generated/entities/group.ts'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import {
  Checkbox,
  CheckboxGroup,
  EntityMultiSelector,
  EntitySelector,
  FieldRow,
  type FormApi,
  FormSection,
  Notice,
  Select,
  TextField,
  useUi,
} from '#ui'
import { useMemo } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { clientItems, clientTypes } from '../client-items.ts'
import { FLAG_NAMES } from '../flag-names.ts'
import {
  hasNoBrandLevel,
  type Label,
  LABELS,
  LEVELS,
  POST_LOGIN,
  type PostLogin,
  type UserValues,
  waitsForScreen,
} from './user-values.ts'
import css from '../admin.module.css'

const LOGIN_TYPES: readonly UserAccount['loginType'][] = ['password', 'otp', 'external']
const ROLES: readonly UserAccount['role'][] = ['basic', 'admin']
const POST_LOGIN_NAMES: Readonly<Record<PostLogin, string>> = {
  footCompare: 'home:screen.compare',
  footStatus: 'home:screen.status',
  automotive: 'home:screen.automotive',
  bigVenues: 'home:screen.bigVenues',
  occupancy: 'home:screen.occupancy',
  zonesOccupancy: 'home:screen.zonesOccupancy',
  buildingTrace: 'home:screen.corporate',
}

interface SectionProps {
  form: FormApi<UserValues>
}

/** A hint, after the word that the setting changes nothing yet. */
function useHint() {
  const { t } = useUi()
  const { unbuilt } = useAdmin()
  return (setting: Parameters<typeof waitsForScreen>[0], text: string) =>
    waitsForScreen(setting, unbuilt) ? `${t('admin:flags.noScreen')} · ${text}` : text
}

export function AccountSection({ form, isOwn, isNew }: SectionProps & { isOwn: boolean; isNew: boolean }) {
  const { t } = useUi()
  const { values } = form
  return (
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
  )
}

interface DataSectionProps extends SectionProps {
  clients: readonly Client[]
  groups: readonly Group[]
}

export function DataSection({ form, clients, groups }: DataSectionProps) {
  const { t } = useUi()
  const { values } = form
  const items = useMemo(() => clientItems(clients), [clients])
  return (
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
  )
}

export function LabelsSection({ form }: SectionProps) {
  const { t } = useUi()
  const hint = useHint()
  const { values } = form
  const labels: readonly Label[] = values.loginType === 'external' ? [...values.labels, 'externalLogin'] : values.labels
  const setLabels = (next: readonly Label[]) => {
    form.set(
      'labels',
      next.filter((label) => label !== 'externalLogin'),
    )
    const isExternal = next.includes('externalLogin')
    if (isExternal !== (values.loginType === 'external')) form.set('loginType', isExternal ? 'external' : 'password')
  }
  return (
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
  )
}

interface AutomotiveSectionProps extends SectionProps {
  clients: readonly Client[]
  /** The client it has, which is offered whatever it is now. */
  kept: UserValues['autoClient']
}

export function AutomotiveSection({ form, clients, kept }: AutomotiveSectionProps) {
  const { t } = useUi()
  const hint = useHint()
  const { values } = form
  const automotive = useMemo(
    () => clientItems(clients.filter(({ type, id }) => type === 'automotive' || id === kept)),
    [clients, kept],
  )
  return (
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
  )
}

/** Where a person goes after login, and what they read there. */
export function AfterLoginSection({ form, through }: SectionProps & { through: ReadonlyMap<AccessFlag, string> }) {
  const { t } = useUi()
  const { unbuilt } = useAdmin()
  const { values } = form
  const target = values.postLogin === null ? null : POST_LOGIN[values.postLogin]
  const cannotOpen =
    target !== null && values.role !== 'admin' && !values.flags.includes(target) && !through.has(target)
  return (
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
  )
}
