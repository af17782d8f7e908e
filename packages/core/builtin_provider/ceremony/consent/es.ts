/** The consent text in Spanish. */
export const es = [
  "Usted acepta leer este documento y firmarlo o aprobarlo electrónicamente. Su firma " +
    "electrónica tiene el mismo valor que si hubiera firmado a mano. Esto se aplica únicamente a " +
    "este documento.",
  "No está obligado a aceptar. Puede elegir «Rechazar» o cerrar esta página y pedir al " +
    "remitente el documento en papel. Puede cambiar de opinión en cualquier momento antes de " +
    "finalizar; la única consecuencia es que el documento no se firma. Para retirar su " +
    "consentimiento más adelante, escriba al remitente.",
  "Necesita un navegador web actual y una dirección de correo electrónico, así como un " +
    "programa que abra archivos PDF para su copia. Cuando todos los destinatarios hayan firmado, " +
    "recibirá un correo electrónico con un enlace al documento finalizado: puede descargarlo, " +
    "guardarlo e imprimirlo. Para obtener una copia en papel o corregir su dirección de correo " +
    "electrónico, diríjase al remitente.",
  "Como prueba, registramos su nombre y su dirección de correo electrónico, cuándo fue " +
    "invitado, abrió el documento, dio este consentimiento y finalizó, su dirección IP y su " +
    "navegador, y lo que rellenó y firmó. El remitente y todos los destinatarios del documento " +
    "finalizado pueden ver estos datos.",
].join("\n\n");
