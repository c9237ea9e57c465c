import {
  newKey,
  readSettingField,
  sectionOf,
  type OfficeSetting,
  type SectionName,
  type SettingField,
  type SettingValues,
} from '#contract/office-settings'

/** The fields of a section that are entered: those that name a setting only with a new one. */
export const enteredFields = (section: SectionName, { key }: Pick<OfficeSetting, 'key'>): [string, SettingField][] =>
  Object.entries(sectionOf(section).fields).filter(
    ([, field]) => !field.isShownOnly && (!field.isKey || key === newKey),
  )

/** Reads the form: the values that differ from the setting, or the errors of its fields. */
export function readSettingForm(
  section: SectionName,
  setting: OfficeSetting,
  typed: SettingValues,
): { values: SettingValues; errors: SettingValues } {
  const values: Record<string, string> = {}
  const errors: Record<string, string> = {}
  for (const [name, field] of enteredFields(section, setting)) {
    const { value, error } = readSettingField(field, typed[name] ?? setting.values[name]!, setting.choices[name])
    if (error !== undefined) errors[name] = error
    else if (value !== setting.values[name]) values[name] = value
  }
  return { values, errors }
}
