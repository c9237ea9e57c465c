import { isSectionName, newKey, sectionNames, sectionOf, type SectionName } from '#contract/office-settings'

/** The path of the settings, which shows the first section. */
export const settingsPath = '/office/settings'

/** The path of a section. */
export const sectionPath = (section: SectionName): string =>
  section === sectionNames[0] ? settingsPath : `${settingsPath}/${section}`

/** The path of a setting. */
export const settingPath = (section: SectionName, key: string): string =>
  `${settingsPath}/${section}/${encodeURIComponent(key)}`

/** The path on which a setting is made. */
export const newSettingPath = (section: SectionName): string => settingPath(section, newKey)

/** Settings that a path shows: a section, or one setting. */
export interface SettingsPlace {
  section: SectionName
  /** Null for the list of the section. */
  key: string | null
}

/** What a path shows of the settings; null for another path. */
export function settingsPlaceIn(path: string): SettingsPlace | null {
  const parts = /^\/office\/settings(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(path)
  if (parts === null) return null
  const [, section = sectionNames[0]!, encoded] = parts
  if (!isSectionName(section)) return null
  if (encoded === undefined) return { section, key: sectionOf(section).isSingle ? section : null }
  const key = decoded(encoded)
  return key === null ? null : { section, key }
}

/** Null for text that is not encoded correctly. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
