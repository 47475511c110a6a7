import { LANGUAGE_NAMES, LANGUAGES } from '#i18n'
import type { UserAccount } from '#schemas/generated/entities/user-account.ts'
import { Checkbox, FieldRow, FormSection, Select, TextField, useUi } from '#ui'
import type { SectionProps } from './section-hint.tsx'

const LOGIN_TYPES: readonly UserAccount['loginType'][] = ['password', 'otp', 'external']
const ROLES: readonly UserAccount['role'][] = ['basic', 'admin']

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
