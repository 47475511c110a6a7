import type { AccessFlag } from '#domain/access'
import { Checkbox, FieldRow, FormSection, Select, TextField, useUi } from '#ui'
import { useAdmin } from '../admin-frame.tsx'
import { FLAG_NAMES } from '../flag-names.ts'
import { POST_LOGIN, type PostLogin } from './user-values.ts'
import css from '../admin.module.css'
import type { SectionProps } from './section-hint.tsx'

const POST_LOGIN_NAMES: Readonly<Record<PostLogin, string>> = {
  footCompare: 'home:screen.compare',
  footStatus: 'home:screen.status',
  automotive: 'home:screen.automotive',
  bigVenues: 'home:screen.bigVenues',
  occupancy: 'home:screen.occupancy',
  zonesOccupancy: 'home:screen.zonesOccupancy',
  buildingTrace: 'home:screen.corporate',
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
