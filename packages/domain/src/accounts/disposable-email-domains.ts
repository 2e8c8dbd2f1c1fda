/** Domains of services that hand out throw-away addresses. (ACC-02) */
export const disposableEmailDomains: ReadonlySet<string> = new Set(
  `0815.ru 10minutemail.com 10minutemail.net 10minutemail.org 1secmail.com 1secmail.net 1secmail.org 20minutemail.com
  33mail.com 4warding.com 5mail.cf anonbox.net anonymbox.com antispam24.de armyspy.com beefmilk.com binkmail.com
  bobmail.info brefmail.com bspamfree.org bugmenot.com burnermail.io cachedot.net casualdx.com chammy.info
  cool.fr.nf correo.blogos.net cosmorph.com courriel.fr.nf cuvox.de dayrep.com deadaddress.com despam.it
  devnullmail.com discard.email discardmail.com discardmail.de disposableaddress.com disposableinbox.com
  disposemail.com dispostable.com dodgeit.com dodgit.com dontreg.com drdrb.com dropmail.me dumpmail.de
  e4ward.com einrot.com email60.com emailondeck.com emailsensei.com emailtemporanea.net emailtemporario.com.br
  emailwarden.com emkei.cz emltmp.com explodemail.com fakeinbox.com fakemail.fr fakemail.net fakemailgenerator.com
  fastacura.com filzmail.com fleckens.hu forgetmail.com fudgerub.com garliclife.com getairmail.com getnada.com
  gishpuppy.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net
  guerrillamail.org guerrillamailblock.com gustr.com harakirimail.com hidemail.de hmamail.com ieh-mail.de
  incognitomail.com incognitomail.net incognitomail.org inboxalias.com inboxkitten.com jetable.com jetable.net
  jetable.org jnxjn.com jourrapide.com kasmail.com klassmaster.com klzlk.com kurzepost.de lifebyfood.com
  linshiyouxiang.net litedrop.com lookugly.com luxusmail.org mail-temporaire.fr mailbolt.com mailcatch.com
  maildrop.cc maildrop.cf maildu.de maileater.com mailexpire.com mailforspam.com mailguard.me mailimate.com
  mailin8r.com mailinater.com mailinator.com mailinator.net mailinator.org mailinator2.com mailincubator.com
  mailme.lv mailmetrash.com mailmoat.com mailnator.com mailnesia.com mailnull.com mailpoof.com mailsac.com
  mailshell.com mailsiphon.com mailslite.com mailtemp.info mailtothis.com mailzilla.com mailzilla.org
  meltmail.com mintemail.com moakt.cc moakt.com mohmal.com monumentmail.com mt2009.com mt2014.com mytemp.email
  mytrashmail.com nepwk.com nervmich.net nobulk.com noclickemail.com nogmailspam.info nomail.xl.cx
  nospam.ze.tc nospamfor.us nowmymail.com objectmail.com obobbo.com onewaymail.com oopi.org owlpic.com
  pjjkp.com plexolan.de pookmail.com privacy.net proxymail.eu putthisinyourspamdatabase.com quickinbox.com
  rcpt.at recode.me regbypass.com rhyta.com rmqkr.net rtrtr.com s0ny.net safe-mail.net safetymail.info
  sandelf.de sharklasers.com shieldedmail.com shitmail.me shortmail.net sibmail.com slaskpost.se smellfear.com
  sneakemail.com sofimail.com sogetthis.com soodonims.com spam.la spam4.me spamavert.com spambob.com
  spambob.net spambog.com spambog.de spambox.us spamcero.com spamday.com spamex.com spamfree24.com spamfree24.de
  spamfree24.org spamgourmet.com spamgourmet.net spamherelots.com spamhole.com spamify.com spaml.com spammotel.com
  spamobox.com spamslicer.com spamspot.com spamthis.co.uk spamtroll.net speed.1s.fr superrito.com suremail.info
  teewars.org teleworm.com teleworm.us temp-mail.io temp-mail.org temp-mail.ru tempail.com tempe-mail.com
  tempemail.co.za tempemail.com tempemail.net tempinbox.co.uk tempinbox.com tempmail.dev tempmail.eu
  tempmail.plus tempmail2.com tempmailaddress.com tempmailo.com tempomail.fr temporaryemail.net
  temporaryinbox.com tempr.email thankyou2010.com thisisnotmyrealemail.com throwam.com throwawayemailaddress.com
  throwawaymail.com tilien.com tmail.ws tmailinator.com tradermail.info trash-amil.com trash-mail.at trash-mail.com
  trash-mail.de trash2009.com trashemail.de trashmail.at trashmail.com trashmail.de trashmail.me trashmail.net
  trashmail.org trashmailer.com trashymail.com trbvm.com trillianpro.com tyldd.com uggsrock.com upliftnow.com
  veryrealemail.com wegwerfadresse.de wegwerfemail.de wegwerfmail.de wegwerfmail.net wegwerfmail.org wh4f.org
  whyspam.me willselfdestruct.com winemaven.info wronghead.com wuzup.net yapped.net yep.it yopmail.com yopmail.fr
  yopmail.net you-spam.com yuurok.com zippymail.info zoemail.org`.split(/\s+/),
);
