/* Stand-in for Stripe.js ("endive") that talks to the sandbox. Load it as a classic script in <head>, before the app:
   <script src="http://127.0.0.1:PORT/stripe-standin.js"></script>  (set data-sandbox="http://…" if served elsewhere)
   Card data goes straight from these fields to the sandbox. */
(() => {
  "use strict";
  const me = document.currentScript;
  const ORIGIN = me.dataset.sandbox || new URL(me.src).origin;

  // --- card fields
  const digits = (s) => s.replace(/\D/g, "");
  const luhn = (n) =>
    [...n].reverse().reduce((s, c, i) => s + (i % 2 ? (c * 2 > 9 ? c * 2 - 9 : c * 2) : +c), 0) % 10 === 0;
  const brandOf = (n) =>
    /^4/.test(n)
      ? "visa"
      : /^(5[1-5]|2[2-7])/.test(n)
        ? "mastercard"
        : /^3[47]/.test(n)
          ? "amex"
          : /^6/.test(n)
            ? "discover"
            : "unknown";
  const lengthOf = (n) => (brandOf(n) === "amex" ? 15 : 16);
  const bad = (code, message) => ({ type: "validation_error", code, message });
  const FIELDS = {
    number: {
      label: "Card number",
      autocomplete: "cc-number",
      placeholder: "1234 1234 1234 1234",
      max: 19,
      format: (s) => {
        const d = digits(s).slice(0, lengthOf(digits(s)));
        return brandOf(d) === "amex"
          ? d.replace(/^(\d{4})(\d{1,6})?(\d+)?$/, (_, a, b, c) => [a, b, c].filter(Boolean).join(" "))
          : d.replace(/(\d{4})(?=\d)/g, "$1 ");
      },
      check: (s) => {
        const d = digits(s);
        return d.length < lengthOf(d)
          ? { partial: bad("incomplete_number", "Your card number is incomplete.") }
          : luhn(d)
            ? {}
            : { wrong: bad("invalid_number", "Your card number is invalid.") };
      },
    },
    expiry: {
      label: "Expiration date",
      autocomplete: "cc-exp",
      placeholder: "MM / YY",
      max: 7,
      format: (s, old) => {
        let d = digits(s);
        if (/^[2-9]/.test(d)) d = `0${d}`;
        d = d.slice(0, 4);
        if (d.length > 2) return `${d.slice(0, 2)} / ${d.slice(2)}`;
        return d.length === 2 && s.length >= old.length ? `${d} / ` : d;
      },
      check: (s) => {
        const d = digits(s);
        const month = +d.slice(0, 2);
        const year = 2000 + +d.slice(2);
        if (d.length < 4) return { partial: bad("incomplete_expiry", "Your card's expiration date is incomplete.") };
        if (month < 1 || month > 12)
          return { wrong: bad("invalid_expiry_month", "Your card's expiration date is invalid.") };
        const today = new Date();
        if (year < today.getFullYear())
          return { wrong: bad("invalid_expiry_year_past", "Your card's expiration year is in the past.") };
        return new Date(year, month, 1) <= today
          ? { wrong: bad("invalid_expiry_month_past", "Your card's expiration date is in the past.") }
          : {};
      },
    },
    cvc: {
      label: "Security code",
      autocomplete: "cc-csc",
      placeholder: "CVC",
      max: 4,
      format: (s) => digits(s).slice(0, 4),
      check: (s) =>
        digits(s).length < 3 ? { partial: bad("incomplete_cvc", "Your card's security code is incomplete.") } : {},
    },
    postalCode: {
      label: "Postal code",
      autocomplete: "postal-code",
      placeholder: "ZIP",
      max: 10,
      format: (s) => s.slice(0, 10),
      check: (s) => (s.trim() === "" ? { partial: bad("incomplete_zip", "Your postal code is incomplete.") } : {}),
    },
  };
  const PARTS = {
    card: ["number", "expiry", "cvc", "postalCode"],
    cardNumber: ["number"],
    cardExpiry: ["expiry"],
    cardCvc: ["cvc"],
  };

  // --- one element
  class Element {
    constructor(type, options, group) {
      Object.assign(this, { type, group, options: {}, handlers: {}, container: null, shown: {}, dead: false });
      this.names = PARTS[type].filter((n) => !(n === "postalCode" && options.hidePostalCode));
      this.inputs = {};
      for (const name of this.names) {
        const f = FIELDS[name];
        const el = document.createElement("input");
        Object.assign(el, {
          type: "text",
          name: f.autocomplete,
          autocomplete: f.autocomplete,
          inputMode: name === "postalCode" ? "text" : "numeric",
          placeholder: f.placeholder,
          maxLength: f.max,
          spellcheck: false,
        });
        el.setAttribute("aria-label", f.label);
        el.setAttribute("aria-invalid", "false");
        Object.assign(el.style, {
          border: "0",
          outline: "0",
          padding: "0",
          margin: "0",
          background: "transparent",
          font: "inherit",
          color: "inherit",
          width: "100%",
          minWidth: "0",
          boxSizing: "border-box",
        });
        let old = "";
        el.addEventListener("input", () => {
          old = el.value = f.format(el.value, old);
          this.shown[name] = false;
          this.changed();
          if (type === "card" && !f.check(el.value).partial && name !== "postalCode") {
            const n = this.inputs[this.names[this.names.indexOf(name) + 1]];
            if (n && name !== "cvc") n.focus();
          }
        });
        el.addEventListener("focus", () => {
          this.mark("focus", true);
          this.emit("focus");
        });
        el.addEventListener("blur", () => {
          this.mark("focus", false);
          if (el.value !== "") {
            const was = this.error();
            this.shown[name] = true;
            if (this.error()?.code !== was?.code) this.changed();
          }
          this.emit("blur");
        });
        el.addEventListener("keydown", (e) => {
          if (e.key === "Escape") this.emit("escape");
          if (e.key === "Enter") {
            e.preventDefault();
            this.container?.closest("form")?.requestSubmit();
          }
        });
        this.inputs[name] = el;
      }
      this.update(options);
    }
    value(name) {
      return this.inputs[name]?.value ?? "";
    }
    /**
     * Returns the first error to show: an invalid value at once, an incomplete one after the field loses focus or on
     * submit.
     */
    error(all = false) {
      for (const name of this.names) {
        const r = FIELDS[name].check(this.value(name));
        if (r.wrong) return r.wrong;
        if (r.partial && (all || this.shown[name])) return r.partial;
      }
      return undefined;
    }
    changed() {
      const error = this.error();
      const complete = this.error(true) === undefined;
      const empty = this.names.every((n) => this.value(n) === "");
      this.mark("complete", complete);
      this.mark("empty", empty);
      this.mark("invalid", error !== undefined);
      for (const n of this.names) {
        const r = FIELDS[n].check(this.value(n));
        this.inputs[n].setAttribute("aria-invalid", String(Boolean(r.wrong || (r.partial && this.shown[n]))));
      }
      this.emit("change", {
        empty,
        complete,
        error,
        ...(this.type === "card" ? { value: { postalCode: this.value("postalCode") } } : {}),
        ...(this.inputs.number ? { brand: brandOf(digits(this.value("number"))) } : {}),
      });
    }
    validate() {
      for (const n of this.names) this.shown[n] = true;
      const e = this.error(true);
      if (e) this.changed();
      return e;
    }
    mark(state, on) {
      this.container?.classList.toggle(this.options.classes?.[state] ?? `StripeElement--${state}`, on);
    }
    emit(name, detail = {}) {
      for (const h of [...(this.handlers[name] ?? [])]) h({ elementType: this.type, ...detail });
    }
    on(name, h) {
      (this.handlers[name] ??= []).push(h);
      return this;
    }
    off(name, h) {
      this.handlers[name] = h ? (this.handlers[name] ?? []).filter((x) => x !== h) : [];
      return this;
    }
    once(name, h) {
      const one = (e) => {
        this.off(name, one);
        h(e);
      };
      return this.on(name, one);
    }
    mount(where) {
      const to = typeof where === "string" ? document.querySelector(where) : where;
      if (!to) throw new Error("The selector you specified applies to no DOM elements that are currently on the page.");
      if (this.dead) throw new Error("This Element has already been destroyed. Please create a new one.");
      this.container = to;
      to.classList.add(this.options.classes?.base ?? "StripeElement");
      this.mark("empty", true);
      const row = document.createElement("div");
      Object.assign(row.style, { display: "flex", gap: "8px" });
      for (const n of this.names) {
        this.inputs[n].style.flex = n === "number" ? "3 1 0" : "1 1 0";
        row.append(this.inputs[n]);
      }
      to.replaceChildren(row);
      this.timer = setTimeout(() => this.emit("ready"), 20);
      return this;
    }
    unmount() {
      clearTimeout(this.timer);
      this.container?.replaceChildren();
      this.container?.classList.remove(
        "StripeElement",
        "StripeElement--empty",
        "StripeElement--complete",
        "StripeElement--invalid",
        "StripeElement--focus",
      );
      this.container = null;
      return this;
    }
    destroy() {
      this.unmount();
      this.dead = true;
      this.handlers = {};
      this.group.delete(this.type);
      return this;
    }
    update(options) {
      Object.assign(this.options, options);
      for (const n of this.names) {
        const el = this.inputs[n];
        el.disabled = Boolean(this.options.disabled);
        const b = this.options.style?.base ?? {};
        for (const k of ["color", "fontSize", "fontFamily", "fontWeight", "letterSpacing", "lineHeight"])
          if (b[k]) el.style[k] = b[k];
        if (n !== "postalCode" && this.names.length === 1 && this.options.placeholder !== undefined)
          el.placeholder = this.options.placeholder;
      }
      return this;
    }
    focus() {
      this.inputs[this.names[0]].focus();
      return this;
    }
    blur() {
      for (const n of this.names) this.inputs[n].blur();
      return this;
    }
    clear() {
      for (const n of this.names) {
        this.inputs[n].value = "";
        this.shown[n] = false;
      }
      this.changed();
      return this;
    }
  }
  const elements = () => {
    const made = new Map();
    return {
      create(type, options = {}) {
        if (!PARTS[type]) throw new Error(`The sandbox's Stripe.js has no "${type}" Element.`);
        if (made.has(type)) throw new Error(`Can only create one Element of type ${type} at a time.`);
        const el = new Element(type, options, made);
        made.set(type, el);
        return el;
      },
      getElement: (x) => made.get(typeof x === "string" ? x : x?.__elementType) ?? null,
      update() {},
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
      on() {
        return this;
      },
      off() {
        return this;
      },
    };
  };

  // --- the API
  const flat = (o, prefix = "") =>
    Object.entries(o).flatMap(([k, v]) =>
      v === undefined || v === null
        ? []
        : typeof v === "object"
          ? flat(v, prefix ? `${prefix}[${k}]` : k)
          : [[prefix ? `${prefix}[${k}]` : k, String(v)]],
    );
  const Stripe = (key, init = {}) => {
    if (!/^pk_/.test(key)) throw new Error("Invalid API key: use a publishable key (pk_…).");
    const call = async (method, path, data = {}) => {
      const form = new URLSearchParams(flat({ ...data, key })); // a simple request: no CORS preflight
      try {
        const r = await fetch(
          `${ORIGIN}/v1/${path}${method === "GET" ? `?${form}` : ""}`,
          method === "GET" ? {} : { method, body: form },
        );
        return await r.json();
      } catch {
        return {
          error: {
            type: "api_connection_error",
            message:
              "We are experiencing issues connecting to our payments provider. " +
              "Please check your internet connection and try again.",
          },
        };
      }
    };
    const createPaymentMethod = async ({ type = "card", card, billing_details = {}, metadata }) => {
      let fields = card;
      if (card instanceof Element) {
        const parts =
          card.type === "card"
            ? [card]
            : ["cardNumber", "cardExpiry", "cardCvc"].map((t) => card.group.get(t)).filter(Boolean);
        for (const p of parts) {
          const error = p.validate();
          if (error) return { error };
        }
        const v = (n) => parts.map((p) => p.value(n)).find((x) => x !== "") ?? "";
        const [m, y] = [digits(v("expiry")).slice(0, 2), digits(v("expiry")).slice(2)];
        fields = { number: digits(v("number")), exp_month: +m, exp_year: 2000 + +y, cvc: v("cvc") };
        if (v("postalCode") && !billing_details.address?.postal_code)
          billing_details = {
            ...billing_details,
            address: { ...billing_details.address, postal_code: v("postalCode") },
          };
      }
      const r = await call("POST", "payment_methods", { type, card: fields, billing_details, metadata });
      return r.error ? { error: r.error } : { paymentMethod: r };
    };
    /**
     * Opens the sandbox's 3-D Secure page in a frame at the end of the body, where Stripe puts the bank's page too. It
     * is above everything except the page's modal dialogs. Dismissing it counts as a failure.
     */
    const challenge = (url) =>
      new Promise((done) => {
        const ground = document.createElement("div");
        const box = document.createElement("div");
        const frame = document.createElement("iframe");
        const before = document.activeElement;
        box.setAttribute("role", "dialog");
        box.setAttribute("aria-modal", "true");
        box.setAttribute("aria-label", "3D Secure authentication");
        frame.title = "3D Secure authentication";
        frame.src = url;
        Object.assign(ground.style, {
          position: "fixed",
          inset: "0",
          zIndex: "2147483647",
          display: "grid",
          placeItems: "center",
          background: "rgb(0 0 0 / 60%)",
        });
        Object.assign(box.style, {
          position: "relative",
          overflow: "hidden",
          background: "#fff",
          borderRadius: "8px",
          width: "min(480px, 92vw)",
          height: "min(420px, 90vh)",
        });
        Object.assign(frame.style, { border: "0", width: "100%", height: "100%" });
        const end = () => {
          removeEventListener("message", heard);
          removeEventListener("keydown", left);
          ground.remove();
          before?.focus?.();
          done();
        };
        const heard = (e) => {
          if (e.source === frame.contentWindow && e.origin === ORIGIN && e.data?.stripeSandbox === "3ds") end();
        };
        addEventListener("message", heard);
        const leave = async (e) => {
          e.preventDefault();
          try {
            await fetch(url, { method: "POST", body: new URLSearchParams({ outcome: "fail" }) });
          } finally {
            end();
          }
        };
        const close = Object.assign(document.createElement("button"), { type: "button", textContent: "Cancel" });
        Object.assign(close.style, {
          position: "absolute",
          top: "8px",
          right: "8px",
          font: "inherit",
          background: "#eee",
          color: "#111",
        });
        close.addEventListener("click", leave);
        // Handles Escape outside the frame; the framed page handles it inside.
        const left = (e) => {
          if (e.key === "Escape") void leave(e);
        };
        addEventListener("keydown", left);
        box.append(close, frame);
        ground.append(box);
        document.body.append(ground);
        close.focus();
      });
    const KINDS = {
      setup_intents: ["setupIntent", "last_setup_error"],
      payment_intents: ["paymentIntent", "last_payment_error"],
    };
    const settle = async (kind, intent, secret, act = true) => {
      const [name, lastError] = KINDS[kind];
      if (intent.error) return { error: intent.error };
      if (intent.status === "requires_action" && act && intent.next_action?.use_stripe_sdk) {
        await challenge(intent.next_action.use_stripe_sdk.stripe_js);
        intent = await call("GET", `${kind}/${intent.id}`, { client_secret: secret });
        if (intent.error) return { error: intent.error };
        if (intent.status === "requires_payment_method" && intent[lastError])
          return { error: { ...intent[lastError], [kind.slice(0, -1)]: intent } };
      }
      return { [name]: intent };
    };
    const idOf = (secret, prefix) => {
      const id = String(secret).split("_secret_")[0];
      if (!id.startsWith(prefix) || id === secret)
        throw new Error(`Invalid value for client secret: expected ${prefix}…_secret_…`);
      return id;
    };
    const confirmCard =
      (kind, prefix) =>
      async (secret, data = {}, { handleActions = true } = {}) => {
        const id = idOf(secret, prefix);
        let { payment_method: pm, ...rest } = data;
        if (pm && typeof pm === "object") {
          const made = await createPaymentMethod({ type: "card", ...pm });
          if (made.error) return { error: made.error };
          pm = made.paymentMethod.id;
        }
        return settle(
          kind,
          await call("POST", `${kind}/${id}/confirm`, { ...rest, payment_method: pm, client_secret: secret }),
          secret,
          handleActions,
        );
      };
    const retrieve = (kind, prefix) => async (secret) => {
      const r = await call("GET", `${kind}/${idOf(secret, prefix)}`, { client_secret: secret });
      return r.error ? { error: r.error } : { [KINDS[kind][0]]: r };
    };
    return {
      elements,
      createPaymentMethod,
      createToken: async () => ({
        error: { type: "invalid_request_error", message: "Tokens are not part of the sandbox." },
      }),
      confirmCardSetup: confirmCard("setup_intents", "seti_"),
      confirmCardPayment: confirmCard("payment_intents", "pi_"),
      retrieveSetupIntent: retrieve("setup_intents", "seti_"),
      retrievePaymentIntent: retrieve("payment_intents", "pi_"),
      handleNextAction: async ({ clientSecret }) => {
        const kind = clientSecret.startsWith("seti_") ? "setup_intents" : "payment_intents";
        return settle(
          kind,
          await call("GET", `${kind}/${clientSecret.split("_secret_")[0]}`, { client_secret: clientSecret }),
          clientSecret,
        );
      },
      registerAppInfo() {},
      _registerWrapper() {},
      _apiKey: key,
      _locale: init.locale ?? "auto",
    };
  };
  Stripe.version = "endive";
  window.Stripe = Stripe;
})();
