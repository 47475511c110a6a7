import { CheckboxGroup, FormSection, TextField, useUi } from '#ui'
import { type Label, LABELS } from './user-values.ts'
import { type SectionProps, useHint } from './section-hint.tsx'

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
