/** One rule: what is watched, from when it fires, who is notified, and what it would have reported. */
import type { Language } from '#domain/languages'
import { ALERT_KINDS, ALERT_RULES, defaultSettings, isAlertKind, LOCAL_KINDS } from '#domain/alert-rules'
import type { AlertKind } from '#domain/alert-rules'
import type { AlertRuleDraft } from '#schemas/generated/api/alert-rule-draft.ts'
import type { Client } from '#schemas/generated/entities/client.ts'
import {
  EntityMultiSelector,
  FieldRow,
  Form,
  type FormApi,
  FormSection,
  mandatory,
  Notice,
  NumberField,
  SaveBar,
  Select,
  Switch,
  UnsavedGuard,
  useForm,
  useUi,
} from '#ui'
import { type ReactNode, useMemo } from 'react'
import { useBlocker } from 'react-router'
import { PATHS } from './alerts-frame.tsx'
import { BackTest } from './back-test.tsx'
import { type RuleValues, settingProblem, toDraft } from './rule-values.ts'
import { restsEverywhere, restText } from './rest-text.ts'
import { useKinds, useRecipients } from './use-alert-data.ts'
import css from './alerts.module.css'
import { WatchFields } from './watch-fields.tsx'
import { SettingFields } from './setting-fields.tsx'

export interface RuleFormProps {
  initial: RuleValues
  clients: readonly Client[]
  /** The client of a rule stays. */
  isNew: boolean
  save: (draft: AlertRuleDraft) => Promise<void>
  /** At the start of the bar. */
  children?: ReactNode
}

function useRuleForm(initial: RuleValues, save: RuleFormProps['save']): FormApi<RuleValues> {
  const { t } = useUi()
  return useForm<RuleValues>({
    initial,
    rules: {
      client: mandatory,
      coolDownH: (hours) =>
        hours !== null && hours >= 0 && hours <= 720 ? null : t('alerts:rules.outOfBounds', { min: 0, max: 720 }),
      settings: (settings, { kind }) =>
        Object.entries(ALERT_RULES[kind].settings)
          .map(([name, setting]) => settingProblem(setting, settings[name], t))
          .find((problem) => problem !== null) ?? null,
    },
    onSubmit: async (values) => {
      const draft = toDraft(values, t)
      if (draft !== null) await save(draft)
    },
  })
}

export function RuleForm({ initial, clients, isNew, save, children }: RuleFormProps) {
  const { t, locale } = useUi()
  const form = useRuleForm(initial, save)
  const { client, kind } = form.values
  const recipients = useRecipients(client)
  const people = useMemo(
    () => recipients.data?.map(({ id, username }) => ({ id, name: username })) ?? [],
    [recipients.data],
  )
  const metrics = useKinds(client).data ?? []
  const nameOf = (id: AlertKind) => ALERT_RULES[id].names[locale as Language]
  const off = ALERT_KINDS.filter((id) => metrics.some((one) => one.kind === id && restsEverywhere(one.resting)))
  const resting = metrics.find((one) => one.kind === kind)?.resting ?? null
  // An existing rule keeps its kind, also one that is switched off.
  const offered = ALERT_KINDS.filter((id) => id === kind || (LOCAL_KINDS.includes(id) && !off.includes(id)))
  const kinds = new Intl.ListFormat(locale).format(off.map(nameOf))
  const help = isNew && off.length > 0 ? t('alerts:rules.kindsOff', { kinds }) : undefined
  const draft = toDraft(form.values, t)
  const isOpen = form.isDirty && !form.isSaving
  return (
    <div className={css.split}>
      <Form
        form={form}
        label={t('alerts:rules.one')}
        actions={
          <SaveBar form={form} cancelTo={PATHS.rules}>
            {children}
          </SaveBar>
        }
      >
        <UnsavedGuard
          isDirty={isOpen}
          blocker={useBlocker(
            ({ currentLocation, nextLocation }) => isOpen && currentLocation.pathname !== nextLocation.pathname,
          )}
        />
        <FormSection title={t('alerts:rules.when')} note={t(`alerts:help.${kind}`)}>
          {resting !== null && (
            <FieldRow>
              <Notice kind="warn" title={restText(resting, t, locale)}>
                {t('alerts:rules.restNote')}
              </Notice>
            </FieldRow>
          )}
          {clients.length > 1 && (
            <Select
              label={t('alerts:rules.client')}
              isRequired
              isDisabled={!isNew}
              options={clients.map(({ id, name }) => ({ id, label: name }))}
              {...form.field('client')}
            />
          )}
          <Select
            label={t('alerts:rules.kind')}
            isRequired
            isDisabled={!isNew}
            help={help}
            value={kind}
            options={offered.map((id) => ({ id, label: nameOf(id) }))}
            onChange={(next) => {
              if (isAlertKind(next)) {
                form.set('kind', next)
                form.set('settings', defaultSettings(next))
              }
            }}
          />
          {form.values.watch === null ? (
            <SettingFields form={form} />
          ) : (
            <WatchFields form={form} watch={form.values.watch} />
          )}
        </FormSection>
        <FormSection title={t('alerts:rules.who')}>
          <FieldRow>
            <EntityMultiSelector
              label={t('alerts:rules.recipients')}
              help={t('alerts:rules.recipientsHelp')}
              placeholder={t('alerts:rules.everyone')}
              items={people}
              {...form.field('recipients')}
            />
          </FieldRow>
          <NumberField
            label={t('alerts:rules.coolDown')}
            help={t('alerts:rules.coolDownHelp')}
            isRequired
            min={0}
            max={720}
            {...form.field('coolDownH')}
          />
          <div className={css.switch}>
            <Switch isSelected={form.values.enabled} onChange={(on) => form.set('enabled', on)}>
              {t('alerts:rules.enabled')}
            </Switch>
          </div>
        </FormSection>
      </Form>
      <BackTest draft={draft} />
    </div>
  )
}
