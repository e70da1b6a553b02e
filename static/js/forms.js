// Forms: a question before what is hard to take back, one id for each command, one notice place.
import { newId } from "./command-id.js";
import "./finger.js";

const dialog = () => document.getElementById("confirm");
let waiting = null; // the form (and its button) that the question is about

// A question names what was chosen: "{seat}" is what the list of that name shows.
const question = (form) =>
  form.dataset.confirm.replace(/\{(\w+)\}/g, (_, name) => form.elements[name].selectedOptions[0].textContent.trim());

const ask = (form, submitter) => {
  waiting = { form, submitter };
  const box = dialog();
  box.querySelector("#confirm-title").textContent = question(form);
  box.querySelector("#confirm-more").textContent = form.dataset.confirmMore ?? "";
  const yes = box.querySelector("[data-confirm-yes]");
  yes.textContent = form.dataset.confirmLabel ?? submitter?.textContent.trim() ?? "Yes";
  yes.className = "confirmCalm" in form.dataset ? "button button--go" : "button button--stop-sure";
  box.showModal();
};

const go = () => {
  const { form, submitter } = waiting;
  waiting = null;
  dialog().close();
  form.dataset.sure = "";
  form.requestSubmit(submitter?.isConnected ? submitter : null);
  delete form.dataset.sure;
};

// A second press while the first is on its way is the same command.
const identify = (form) => {
  const field = form.querySelector("input[name=command_id]");
  if (field && !field.value) field.value = newId();
};

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if ("confirm" in form.dataset && !("sure" in form.dataset) && dialog()) {
      event.preventDefault();
      event.stopImmediatePropagation();
      ask(form, event.submitter);
      return;
    }
    identify(form);
  },
  true,
);

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-confirm-yes]")) go();
  if (event.target.closest?.("[data-confirm-no]")) dialog().close();
});

const notice = () => document.getElementById("notice");

// On a page with a place for it a refusal is said there, and all that was typed stays; else the answer is the next page.
// A field may be called "method" or "action" and would hide the form's own: its attributes cannot be hidden.
const isPost = (form) => form.getAttribute("method")?.toLowerCase() === "post";
const addressOf = (form) => form.getAttribute("action") || location.href;
// An answer that is read once (a password, a token, what a file holds) is a page of its own.
const OWN_WAYS = "[hx-post], [target], [data-own-page]";
const stays = (form) => notice() && isPost(form) && !form.matches(OWN_WAYS);

// What an earlier press had brought about is said no longer.
const say = (words) => {
  document.querySelector(".notices")?.remove();
  notice().replaceChildren(words);
};

const sentence = (words) => {
  const line = document.createElement("p");
  line.className = "notice notice--error";
  line.setAttribute("role", "alert");
  line.textContent = words;
  return line;
};

// The field it is about is marked, named as it is labelled, and brought into sight.
const labelOf = (field) => document.querySelector(`label[for="${field.id}"]`)?.textContent.trim() ?? "";

const pointAt = (refused, form) => {
  const found = refused.dataset.field ? form.elements[refused.dataset.field] : null;
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (!field || field.type === "hidden") return;
  const sentence = refused.querySelector("p");
  const named = labelOf(field).replace(/[,:]$/, "");
  if (named) sentence.textContent = sentence.textContent.replace(`“${refused.dataset.field}”`, `“${named}”`);
  const line = document.createElement("p");
  line.className = "field-wrong";
  line.dataset.said = "";
  line.textContent = sentence.textContent.trim();
  field.after(line);
  field.setAttribute("aria-invalid", "true");
  field.scrollIntoView({ block: "center" });
  setTimeout(() => field.focus({ preventScroll: true }));
};

const forget = (form) => {
  for (const line of form.querySelectorAll("[data-said]")) line.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
};

const UNANSWERED = "The server did not answer. Check whether it was saved, then try again.";

const bodyOf = (form, submitter) => {
  const body = new FormData(form);
  if (submitter?.name) body.append(submitter.name, submitter.value);
  return body;
};

// As without a script, with the button that was pressed.
const sendPlainly = (form, submitter) => {
  if (submitter?.name) {
    const pressed = document.createElement("input");
    Object.assign(pressed, { type: "hidden", name: submitter.name, value: submitter.value });
    form.append(pressed);
  }
  HTMLFormElement.prototype.submit.call(form);
};

const isRefusal = (answer) => answer.status >= 400 && answer.status < 500;

// Whether another page comes now.
const send = async (form, submitter) => {
  const answer = await fetch(addressOf(form), { method: "POST", body: bodyOf(form, submitter), headers: { "X-Stay": "yes" } });
  const next = answer.headers.get("X-Go-To") ?? (answer.redirected ? answer.url : null);
  if (next) return open(next);
  // Only what was refused, and so changed nothing, is ever sent a second time.
  if (!isRefusal(answer)) throw new Error(`${answer.status} is no answer to a form`);
  const refused = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("refused");
  if (!refused) sendPlainly(form, submitter); // a form drawn again with its faults is a page of its own
  else {
    say(refused);
    pointAt(refused, form);
  }
  return !refused;
};

const open = (address) => {
  const here = location.pathname + location.search;
  location.assign(address);
  if (address.startsWith(`${here}#`)) location.reload();
  return true;
};

// Nothing else is pressed meanwhile: it would be lost with the page.
const hold = (isHeld) => {
  document.querySelector("main").inert = isHeld;
};

const submit = async (form, submitter) => {
  hold(true);
  forget(form);
  try {
    if (await send(form, submitter)) return;
  } catch {
    say(sentence(UNANSWERED));
  }
  hold(false);
  submitter?.focus({ preventScroll: true });
};

// What is wrong is in sight when a form is drawn again with its faults.
const show = (place) => place.querySelector(".field-wrong, .notice--error")?.scrollIntoView({ block: "center" });
show(document.querySelector("main"));
document.addEventListener("htmx:after:swap", ({ target }) => {
  if (target.matches?.("form")) show(target);
});

document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !stays(event.target)) return;
  event.preventDefault();
  submit(event.target, event.submitter);
});
// Who comes back to a form that was sent asks for something new with it.
window.addEventListener("pageshow", ({ persisted }) => {
  hold(false);
  if (!persisted) return;
  for (const field of document.querySelectorAll("input[name=command_id]")) field.value = "";
});

document.addEventListener("htmx:after:request", (event) => {
  const { sourceElement, response } = event.detail.ctx;
  const field = sourceElement.querySelector?.("input[name=command_id]");
  if (field) field.value = "";
  if (notice() && response?.raw?.ok) notice().replaceChildren();
  if (response?.raw?.ok && sourceElement.matches?.("form[data-clears]")) sourceElement.reset();
});

document.addEventListener("htmx:error", (event) => {
  const form = event.detail.ctx?.sourceElement;
  const isReplaced = event.detail.error?.name === "AbortError" && form?.hasAttribute("hx-sync");
  if (!form || isReplaced || !notice()) return;
  say(sentence(UNANSWERED));
});
