/** Why writes that are no PATCH need no race with another change of a row, by the reason. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'reads, however long the filters in its body are': [
    'analytics.export',
    'applications.export',
    'auditLog.export',
    'certificates.export',
    'contact.export',
    'certificates.previewImport',
    'drafts.checkLinks',
    'eventRegistrations.export',
    'interviews.export',
    'newsletter.export',
    'newsletter.previewImport',
    'talents.export',
    'personalData.export',
    'personalData.find',
    'statusEmails.preview',
    'visitorEmails.preview',
  ],
  'adds rows, whose keys are unique in the database': [
    'accounts.requestPasswordReset',
    'personalData.requestLink',
    'analytics.collect',
    'analytics.createLink',
    'applicationNotes.add',
    'applications.submit',
    'certificates.create',
    'certificates.import',
    'certificates.issueCohort',
    'certificates.resend',
    'cohorts.create',
    'cohorts.duplicate',
    'commentBlocks.create',
    'comments.create',
    'comments.reply',
    'contact.addNote',
    'contact.send',
    'drafts.create',
    'eventRegistrations.register',
    'eventRegistrations.resend',
    'events.create',
    'images.upload',
    'interviews.createSlots',
    'interviews.invite',
    'interviews.inviteMatching',
    'news.create',
    'newsletter.create',
    'newsletter.import',
    'newsletterIssues.create',
    'newsletterIssues.test',
    'replyTemplates.create',
    'tags.create',
    'talents.register',
    'team.create',
    'techStacks.create',
    'testimonials.create',
    'users.create',
    'views.create',
    'statusEmails.test',
    'visitorEmails.test',
  ],
  'adds an answer, and sets the status under the lock of the row': [
    'comments.answer',
    'contact.reply',
  ],
  'deletes rows, which others find gone': [
    'personalData.decline',
    'personalData.erase',
    'images.deleteEach',
    'interviews.cancelSlots',
    'trash.deleteEach',
    'eventRegistrations.cancel',
    'statusEmails.leaveOut',
    'commentFollowers.stop',
  ],
  'adds deleted rows again, which nobody can change meanwhile': [
    'trash.restore',
    'trash.restoreEach',
    'trash.undo',
  ],
  'begins or ends sessions, each a row of its own': [
    'accounts.login',
    'accounts.logout',
    'accounts.refresh',
    'users.signOut',
  ],
  'sets one field by one statement that says what it was before': [
    'accounts.acceptInvitation',
    'accounts.changePassword',
    'accounts.confirmSecondFactor',
    'accounts.disableSecondFactor',
    'accounts.resetPassword',
    'accounts.startSecondFactor',
    'contact.open',
    'newsletter.confirm',
    'newsletter.resubscribe',
    'newsletter.subscribe',
    'newsletter.unsubscribe',
    'personalData.eraseOwn',
    'commentFollowers.confirm',
    'outbox.lift',
    'outbox.retry',
    'outbox.retryFailed',
    'analytics.revokeLink',
  ],
  'replaces all rows of a user under a lock: second-factor.test.ts lets two at once': [
    'accounts.renewRecoveryCodes',
  ],
  'gives rows what they had unless they have changed since: tests of undoing show it': [
    'batches.undo',
    'comments.undo',
    'contact.restore',
  ],
  'sets a whole section, draft or tag, under the lock of its PATCH': [
    'drafts.restore',
    'settings.restore',
    'tags.merge',
  ],
  'is refused, or refuses a correction, whichever comes first': [
    'certificates.revoke',
    'newsletterIssues.send',
    'newsletterIssues.steer',
  ],
  'changes rows as another call does that is raced': [
    'applications.changeStatus',
    'applications.promoteNext',
    'interviews.remindMatching',
  ],
}

export const unraced: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(reasons).flatMap(([reason, names]) => names.map((name) => [name, reason])),
)

/** Why edits need no race. */
export const unracedEdits: Readonly<Record<string, string>> = {
  'overview.saveDigest': 'Sets one field of the own row, and no version.',
  'applicationScores.score':
    "One's own scores alone, by criterion: scores.test.ts races two tabs and two colleagues.",
  'applicationNotes.checkOff': 'Whether it is done is all that can be changed of a mention.',
  'applications.moveMatching': 'Each part is a move like any other, which placement.test.ts races.',
  'applications.changeWaitingMatching':
    'Each part is a change of places like any other, which placement.test.ts races.',
  'applications.assignMatching':
    'Each part is an assignment like any other, which assignment.test.ts races.',
  'applications.changeMatching':
    'A row that has changed since it was seen comes back as failed: batch.test.ts shows it.',
  'eventRegistrations.checkIn':
    'Whether somebody is here is all that can be changed of a registration: check-in.test.ts races it.',
  'contact.saveDraft':
    'One statement, which says which draft it replaces: replies.test.ts shows that of two tabs one is refused.',
  'presence.stay':
    "One's own row alone, by one statement: presence.test.ts lets two arrive at once.",
  'talents.changeMatching':
    'A talent that has changed since it was seen comes back as failed: matching.test.ts shows it.',
  'comments.approve': 'The status is all that can be changed of a comment.',
  'comments.reject': 'The status is all that can be changed of a comment.',
  'comments.batch': 'The status is all that can be changed of a comment.',
  'comments.decideMatching':
    'A comment that was decided on since it was seen comes back as failed: decide-matching.test.ts shows it.',
  'contact.changeMatching':
    'A message that has changed since it was seen comes back as failed: change-matching-messages.test.ts shows it.',
  'comments.decideWave':
    'A comment that was decided on since it was seen is left alone: waves.test.ts shows it.',
}
