import * as Result from "effect/Result";
import { type LicenseId, licenseId } from "./license.ts";

/** A question of the license questionnaire. */
export type QuestionStep = "who" | "storage" | "revenue" | "band";

/** A step after a license was suggested: confirming it, the Enterprise form, or the end. */
export type ConclusionStep = "confirm" | "form" | "done";

/** Any step of the license questionnaire, before or after a license is suggested. */
export type QuestionnaireStep = QuestionStep | ConclusionStep;

/**
 * A version of the questionnaire. The minimal flow starts with who is licensed. The Enterprise flow starts with the
 * revenue band and ends with a form.
 */
export type QuestionnaireFlow = "minimal" | "enterprise";

/** A possible answer, and the question or license it leads to. */
export interface QuestionnaireAnswer {
  readonly id: string;
  readonly label: string;
  readonly leadsTo: "storage" | "revenue" | "band" | { readonly suggests: LicenseId };
}

interface Walk {
  readonly flow: QuestionnaireFlow;
  readonly minimum: LicenseId;
  readonly history: readonly QuestionnaireStep[];
}

/** A questionnaire with an open question, before a license is suggested. */
export interface Asking extends Walk {
  readonly step: QuestionStep;
  readonly suggested: null;
}

/** A questionnaire that suggests a license. */
export interface Concluding extends Walk {
  readonly step: ConclusionStep;
  readonly suggested: LicenseId;
}

/** The state of a questionnaire, with its previous steps. */
export type Questionnaire = Asking | Concluding;

const isQuestion = (step: QuestionnaireStep): step is QuestionStep => Object.hasOwn(ANSWERS, step);

const suggests = (id: number): { readonly suggests: LicenseId } => ({ suggests: licenseId(id) });

const ANSWERS: Readonly<Record<QuestionStep, readonly QuestionnaireAnswer[]>> = {
  who: [
    { id: "me", label: "Me", leadsTo: "storage" },
    { id: "someone-else", label: "Someone else", leadsTo: "revenue" },
    { id: "multiple-artists", label: "Multiple artists", leadsTo: "revenue" },
  ],
  storage: [
    { id: "no", label: "No", leadsTo: suggests(1) },
    { id: "yes", label: "Yes", leadsTo: "revenue" },
  ],
  revenue: [
    { id: "under-3m", label: "Under $3M", leadsTo: suggests(2) },
    { id: "at-least-3m", label: "$3M or more", leadsTo: "band" },
  ],
  band: [
    { id: "3m-20m", label: "$3M-$20M", leadsTo: suggests(3) },
    { id: "21m-49m", label: "$21M-$49M", leadsTo: suggests(4) },
    { id: "50m-99m", label: "$50M-$99M", leadsTo: suggests(5) },
    { id: "over-100m", label: "Over $100M", leadsTo: suggests(6) },
  ],
};

/** Returns the highest license an answer can still lead to. */
const highestReach = (answer: QuestionnaireAnswer): LicenseId => {
  const { leadsTo } = answer;
  if (typeof leadsTo === "object") return leadsTo.suggests;
  return licenseId(Math.max(...ANSWERS[leadsTo].map(highestReach)));
};

/** Returns a questionnaire at its first question. Answers that can only lead below `minimum` are not available. */
export const startQuestionnaire = (flow: QuestionnaireFlow, minimum: LicenseId): Questionnaire => ({
  flow,
  minimum,
  step: flow === "minimal" ? "who" : "band",
  suggested: null,
  history: [],
});

/** Returns the available answers: those that can still lead to the minimum license or above. (LIC-05) */
export const offeredAnswers = (questionnaire: Questionnaire): readonly QuestionnaireAnswer[] => {
  if (questionnaire.suggested !== null) return [];
  return ANSWERS[questionnaire.step].filter((answer) => highestReach(answer) >= questionnaire.minimum);
};

/** The error for an answer that isn't available. `offered` lists the ids of the available answers. */
export interface AnswerNotOffered {
  readonly _tag: "AnswerNotOffered";
  readonly step: QuestionnaireStep;
  readonly offered: readonly string[];
}

const onward = ({ flow, minimum, history, step }: Questionnaire): Walk => ({
  flow,
  minimum,
  history: [...history, step],
});

/** Returns the questionnaire after the answer with this id. Fails if the answer isn't available. */
export const answerQuestion = (
  questionnaire: Questionnaire,
  id: string,
): Result.Result<Questionnaire, AnswerNotOffered> => {
  const offered = offeredAnswers(questionnaire);
  const given = offered.find((answer) => answer.id === id);
  if (given === undefined) {
    return Result.fail({
      _tag: "AnswerNotOffered",
      step: questionnaire.step,
      offered: offered.map((answer) => answer.id),
    });
  }
  const { leadsTo } = given;
  return Result.succeed(
    typeof leadsTo === "object"
      ? { ...onward(questionnaire), step: "confirm", suggested: leadsTo.suggests }
      : { ...onward(questionnaire), step: leadsTo, suggested: null },
  );
};

/** Accepts the suggested license. The Enterprise flow continues to its form; the minimal flow is done. */
export const acceptSuggestion = (questionnaire: Questionnaire): Questionnaire =>
  questionnaire.step !== "confirm"
    ? questionnaire
    : {
        ...onward(questionnaire),
        step: questionnaire.flow === "enterprise" ? "form" : "done",
        suggested: questionnaire.suggested,
      };

/** Returns the questionnaire after the Enterprise form was submitted. Does nothing at any other step. */
export const formSent = (questionnaire: Questionnaire): Questionnaire =>
  questionnaire.step !== "form"
    ? questionnaire
    : { ...onward(questionnaire), step: "done", suggested: questionnaire.suggested };

/** Returns to the previous step. Does nothing at the first step or when done. */
export const stepBack = (questionnaire: Questionnaire): Questionnaire => {
  const before = questionnaire.history.at(-1);
  if (before === undefined || questionnaire.step === "done") return questionnaire;
  const { flow, minimum, suggested } = questionnaire;
  const walk: Walk = { flow, minimum, history: questionnaire.history.slice(0, -1) };
  // Undo the answer that led to the suggestion.
  if (isQuestion(before)) return { ...walk, step: before, suggested: null };
  return suggested === null ? questionnaire : { ...walk, step: before, suggested };
};

const ENTERPRISE_STEPS: readonly QuestionnaireStep[] = ["band", "confirm", "form", "done"];
const VISITOR_STEPS: readonly QuestionnaireStep[] = ["band", "confirm"];
const MINIMAL_STEPS: readonly QuestionnaireStep[] = ["who", "storage", "revenue", "band", "confirm"];

/**
 * Returns the number of the current step (from 1) and the number of steps. Visitors skip the form at the end of the
 * Enterprise flow.
 */
export const questionnaireProgress = (
  questionnaire: Questionnaire,
  { hasAccount }: { readonly hasAccount: boolean },
): { readonly step: number; readonly of: number } => {
  const ofEnterprise = hasAccount ? ENTERPRISE_STEPS : VISITOR_STEPS;
  const steps = questionnaire.flow === "enterprise" ? ofEnterprise : MINIMAL_STEPS;
  const place = steps.indexOf(questionnaire.step);
  return { step: place < 0 ? steps.length : place + 1, of: steps.length };
};
