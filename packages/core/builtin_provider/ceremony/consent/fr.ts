/** The consent text in French. */
export const fr = [
  "Vous acceptez de lire ce document et de le signer ou de l’approuver par voie électronique. " +
    "Votre signature électronique vaut comme si vous aviez signé à la main. Cela s’applique " +
    "uniquement à ce document.",
  "Vous n’êtes pas obligé d’accepter. Vous pouvez choisir «\u00a0Refuser\u00a0» ou fermer cette page et " +
    "demander le document sur papier à l’expéditeur. Vous pouvez changer d’avis à tout moment " +
    "jusqu’à ce que vous terminiez\u00a0; la seule conséquence est que le document n’est pas signé. " +
    "Pour retirer votre accord par la suite, écrivez à l’expéditeur.",
  "Il vous faut un navigateur web récent et une adresse e-mail, ainsi qu’un programme qui " +
    "ouvre les fichiers PDF pour votre copie. Lorsque tous les destinataires ont signé, vous " +
    "recevez un e-mail contenant un lien vers le document final\u00a0: vous pouvez le télécharger, le " +
    "conserver et l’imprimer. Pour obtenir une copie sur papier ou rectifier votre adresse " +
    "e-mail, adressez-vous à l’expéditeur.",
  "À titre de preuve, nous enregistrons votre nom et votre adresse e-mail, les moments où vous " +
    "avez été invité, avez ouvert le document, avez donné votre accord et avez terminé, votre " +
    "adresse IP et votre navigateur, ainsi que ce que vous avez rempli et signé. L’expéditeur et " +
    "tous les destinataires du document final peuvent voir ces informations.",
].join("\n\n");
