import type { Mail } from './send-mail.ts'

/** The mails of the shop. None contains a name: anyone can register with a name that is a message. */
export const mailTemplates = (shop: string) => ({
  reset: (to: string, link: string, minutes: number): Mail => ({
    to,
    subject: `A new password for ${shop}`,
    text: `Hello,

somebody asked for a new password for your account at ${shop}.
If that was you, choose one here within ${minutes} minutes:

${link}

If it was not you, there is nothing to do: your password stays as it is.

Your ${shop}
`,
  }),
  passwordChanged: (to: string): Mail => ({
    to,
    subject: `Your password for ${shop} has been changed`,
    text: `Hello,

the password of your account at ${shop} has just been changed, and
everybody who was logged in to it has been logged out.

If it was not you, ask for a new password on the login page, with
'Forgotten your password?', and tell us.

Your ${shop}
`,
  }),
  emailChanged: (to: string): Mail => ({
    to,
    subject: `Your email address for ${shop} has been changed`,
    text: `Hello,

your account at ${shop} has another email address now. This is the
last mail that comes to the old one.

If it was not you, please tell us at once.

Your ${shop}
`,
  }),
  paymentEnded: (to: string, amountText: string): Mail => ({
    to,
    subject: `Your payment of ${amountText} at ${shop} was cancelled`,
    text: `Hello,

you approved a payment of ${amountText} at ${shop} that no order
was paid with. We have cancelled it: nothing is charged, and what
was taken already is on its way back to you.

There is nothing to do. If an order is missing, please place it
again.

Your ${shop}
`,
  }),
})
