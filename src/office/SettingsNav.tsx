import { sectionNames, sectionOf, type SectionName } from '#contract/office-settings'
import { sectionPath } from '#machines/office/settings-paths'
import styles from './SettingsPage.module.css'

/** The sections of the settings. @param section - the one that is shown */
export const SettingsNav = ({ section }: { section: SectionName }) => (
  <nav className={styles.sections} aria-label="Settings">
    {sectionNames.map(name => (
      <a key={name} href={sectionPath(name)} aria-current={name === section ? 'page' : undefined}>
        {sectionOf(name).title}
      </a>
    ))}
  </nav>
)
