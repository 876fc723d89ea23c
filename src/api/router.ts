import { resetExample } from '#features/accounts/server/forgotten-password.ts'
import { accountsHandlers, usersHandlers } from '#features/accounts/server/handlers.ts'
import { invitationExample } from '#features/accounts/server/invitations.ts'
import { analyticsHandlers } from '#features/analytics/server/handlers.ts'
import { linksHandlers } from '#features/analytics/server/link-handlers.ts'
import { applicationBatches } from '#features/applications/server/application-batches.ts'
import {
  applicationTrash,
  oldApplications,
} from '#features/applications/server/application-trash.ts'
import { assignedApplications } from '#features/applications/server/assigned-applications.ts'
import { assignmentBatches } from '#features/applications/server/assignment.ts'
import { assignmentHandlers } from '#features/applications/server/assignment-handlers.ts'
import { changeMatching } from '#features/applications/server/change-matching.ts'
import { funnelHandlers } from '#features/applications/server/funnel-handlers.ts'
import { applicationsHandlers } from '#features/applications/server/handlers.ts'
import { applicationNotesHandlers, noteTrash } from '#features/applications/server/note-handlers.ts'
import { placementBatches } from '#features/applications/server/placement-batches.ts'
import { placementHandlers } from '#features/applications/server/placement-handlers.ts'
import { applicationScoresHandlers } from '#features/applications/server/score-handlers.ts'
import { receivedExample } from '#features/applications/server/status-email.ts'
import { statusEmailsHandlers } from '#features/applications/server/status-email-handlers.ts'
import { auditHandlers } from '#features/audit/server/handlers.ts'
import { batchesHandlers } from '#features/batches/server/handlers.ts'
import { certificateExamples } from '#features/certificates/server/certificate-email.ts'
import {
  certificatesHandlers,
  certificateTrash,
  erasedCertificates,
} from '#features/certificates/server/handlers.ts'
import { issueHandlers } from '#features/certificates/server/issue-handlers.ts'
import { verifyHandlers } from '#features/certificates/server/verify-handlers.ts'
import { changesHandlers } from '#features/changes/server/handlers.ts'
import { cohortsHandlers, cohortTrash } from '#features/cohorts/server/handlers.ts'
import { answerExample, followExample } from '#features/comments/server/answer-email.ts'
import { blockTrash, commentBlocksHandlers } from '#features/comments/server/block-handlers.ts'
import { commentFollowersHandlers } from '#features/comments/server/follower-handlers.ts'
import { commentsHandlers } from '#features/comments/server/handlers.ts'
import { moderationHandlers } from '#features/comments/server/moderation-handlers.ts'
import { findNewestComments } from '#features/comments/server/queries.ts'
import { commentTrash, erasedComments } from '#features/comments/server/remove-comments.ts'
import { withdrawAnswersBelow } from '#features/comments/server/withdraw-answers.ts'
import { erasedAnswers } from '#features/contact/server/erase-answers.ts'
import { contactHandlers, messageTrash, oldMessages } from '#features/contact/server/handlers.ts'
import { messageBatches } from '#features/contact/server/message-batches.ts'
import { ownedMessages } from '#features/contact/server/owned-messages.ts'
import { messageExample, newMessageExample } from '#features/contact/server/received-emails.ts'
import {
  replyTemplatesHandlers,
  templateTrash,
} from '#features/contact/server/template-handlers.ts'
import { eventExamples } from '#features/events/server/change-email.ts'
import { eventsHandlers, eventTrash } from '#features/events/server/handlers.ts'
import { eventRegistrationsHandlers } from '#features/events/server/registration-handlers.ts'
import {
  erasedRegistrations,
  registrationTrash,
} from '#features/events/server/registration-trash.ts'
import { imageTrash } from '#features/images/server/delete.ts'
import { imagesHandlers } from '#features/images/server/handlers.ts'
import { bookingHandlers } from '#features/interviews/server/booking-handlers.ts'
import { interviewsHandlers } from '#features/interviews/server/handlers.ts'
import { interviewExamples } from '#features/interviews/server/interview-email.ts'
import { invitationBatches } from '#features/interviews/server/invite.ts'
import { keepingSeats } from '#features/interviews/server/keep-seats.ts'
import { releaseSeats } from '#features/interviews/server/release-seats.ts'
import { restoreSeats } from '#features/interviews/server/restore-seats.ts'
import { slotsHandlers } from '#features/interviews/server/slot-handlers.ts'
import { draftsHandlers } from '#features/news/server/draft-handlers.ts'
import { articleTrash, newsHandlers } from '#features/news/server/handlers.ts'
import { tagTrash } from '#features/news/server/manage-tags.ts'
import { tagsHandlers } from '#features/news/server/tag-handlers.ts'
import {
  newsletterHandlers,
  oldSubscribers,
  subscriberTrash,
} from '#features/newsletter/server/handlers.ts'
import { issuesHandlers, issueTrash } from '#features/newsletter/server/issue-handlers.ts'
import { newsletterExamples } from '#features/newsletter/server/newsletter-emails.ts'
import { outboxHandlers } from '#features/outbox/server/handlers.ts'
import { digestExample } from '#features/overview/server/digest-email.ts'
import { overviewHandlers } from '#features/overview/server/handlers.ts'
import { personalDataHandlers } from '#features/personal-data/server/handlers.ts'
import { ownDataExamples } from '#features/personal-data/server/own-data.ts'
import { presenceHandlers } from '#features/presence/server/handlers.ts'
import { settingsHandlers } from '#features/settings/server/handlers.ts'
import { visitorEmailsHandlers } from '#features/settings/server/visitor-email-handlers.ts'
import { oldTalents, talentsHandlers, talentTrash } from '#features/talents/server/handlers.ts'
import { talentBatches } from '#features/talents/server/talent-batches.ts'
import { talentExample } from '#features/talents/server/talent-email.ts'
import { teamHandlers, teamTrash } from '#features/team/server/handlers.ts'
import { techStacksHandlers, techStackTrash } from '#features/tech-stacks/server/handlers.ts'
import { testimonialsHandlers, testimonialTrash } from '#features/testimonials/server/handlers.ts'
import { testimonialBatches } from '#features/testimonials/server/testimonial-batches.ts'
import { trashHandlers } from '#features/trash/server/handlers.ts'
import { viewsHandlers } from '#features/views/server/handlers.ts'
import type { ErasedKinds } from '#platform/retention/erased.ts'
import { allProcedures } from './all-procedures.ts'

/** The roles that may call a procedure; undefined where it is not for certain roles. */
function rolesOf(name: string) {
  const access = allProcedures.get(name)?.access
  return typeof access === 'string' ? undefined : access
}

const seats = { release: releaseSeats, restore: restoreSeats }
const decisions = applicationBatches(seats)

/** What has batches that can be undone. */
export const batchKinds = {
  application: decisions,
  assignment: assignmentBatches,
  place: placementBatches(seats),
  invitation: { ...invitationBatches, findNames: decisions.findNames },
  talent: talentBatches,
  testimonial: testimonialBatches,
  message: messageBatches,
}

/** What is deleted after the time that the settings say. */
export const retainedRows = {
  applications: oldApplications,
  talents: oldTalents,
  messages: oldMessages,
  subscribers: oldSubscribers,
}

/** How what a person has sent is erased with them, in this order. */
export const erasedKinds: ErasedKinds = {
  applications: oldApplications,
  talents: oldTalents,
  contact_messages: oldMessages,
  contact_answers: erasedAnswers,
  event_registrations: erasedRegistrations,
  subscribers: oldSubscribers,
  suppressions: { tags: ['Subscriber'] },
  testimonials: { tags: ['Testimonial'] },
  comments: erasedComments,
  comment_followers: { tags: [] },
  certificates: erasedCertificates,
  privacy_links: { tags: [] },
  privacy_requests: { tags: ['PersonalData'] },
}

/** Every feature's handlers, under the contract. */
export const router = {
  accounts: accountsHandlers,
  users: usersHandlers({ messages: ownedMessages, applications: assignedApplications }),
  cohorts: cohortsHandlers,
  techStacks: techStacksHandlers,
  applications: {
    ...applicationsHandlers(seats),
    ...assignmentHandlers,
    ...placementHandlers(seats),
    ...funnelHandlers,
  },
  applicationNotes: applicationNotesHandlers,
  applicationScores: applicationScoresHandlers,
  statusEmails: statusEmailsHandlers,
  batches: batchesHandlers(batchKinds),
  news: newsHandlers(findNewestComments, withdrawAnswersBelow),
  drafts: draftsHandlers,
  tags: tagsHandlers,
  comments: { ...commentsHandlers, ...moderationHandlers },
  commentBlocks: commentBlocksHandlers,
  commentFollowers: commentFollowersHandlers,
  certificates: { ...certificatesHandlers, ...issueHandlers, ...verifyHandlers },
  contact: contactHandlers,
  replyTemplates: replyTemplatesHandlers,
  events: eventsHandlers,
  eventRegistrations: eventRegistrationsHandlers,
  images: imagesHandlers,
  interviews: { ...slotsHandlers, ...interviewsHandlers(changeMatching), ...bookingHandlers },
  newsletter: newsletterHandlers,
  newsletterIssues: issuesHandlers,
  outbox: outboxHandlers,
  auditLog: auditHandlers,
  talents: talentsHandlers,
  team: teamHandlers,
  testimonials: testimonialsHandlers,
  analytics: { ...analyticsHandlers, ...linksHandlers },
  changes: changesHandlers,
  overview: overviewHandlers,
  views: viewsHandlers,
  presence: presenceHandlers(rolesOf),
  trash: trashHandlers({
    application: keepingSeats(applicationTrash),
    'note on application': noteTrash,
    talent: talentTrash,
    cohort: cohortTrash,
    'tech stack': techStackTrash,
    certificate: certificateTrash,
    message: messageTrash,
    'reply template': templateTrash,
    subscriber: subscriberTrash,
    'newsletter issue': issueTrash,
    article: articleTrash,
    tag: tagTrash,
    comment: commentTrash,
    'comment block': blockTrash,
    event: eventTrash,
    'event registration': registrationTrash,
    testimonial: testimonialTrash,
    'team member': teamTrash,
    image: imageTrash,
  }),
  settings: settingsHandlers(retainedRows),
  visitorEmails: visitorEmailsHandlers({
    RECEIVED: receivedExample,
    TALENT: talentExample,
    ...interviewExamples,
    ...certificateExamples,
    ...eventExamples,
    ...newsletterExamples,
    ...ownDataExamples,
    MESSAGE: messageExample,
    FOLLOW: followExample,
    ANSWER: answerExample,
    NEW_MESSAGE: newMessageExample,
    DIGEST: digestExample,
    INVITATION: invitationExample,
    PASSWORD: resetExample,
  }),
  personalData: personalDataHandlers(erasedKinds),
}
